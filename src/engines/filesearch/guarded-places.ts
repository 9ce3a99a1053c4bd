import nodePath, { type PlatformPath } from 'node:path';

const MAC_PROGRAMS = [
  '1Password',
  'Arc',
  'Bitwarden',
  'BraveSoftware',
  'Chromium',
  'Firefox',
  'Google',
  'KeePassXC',
  'LibreWolf',
  'Microsoft Edge',
  'Opera Software',
  'Vivaldi',
  'Waterfox',
  'com.apple.TCC',
  'com.operasoftware.Opera',
  'zen',
].map((name) => `Library/Application Support/${name}`);

const SNAPS = [
  '1password',
  'aws-cli',
  'bitwarden',
  'brave',
  'chromium',
  'firefox',
  'google-cloud-cli',
  'google-cloud-sdk',
  'keepassxc',
  'opera',
  'thunderbird',
].map((name) => `snap/${name}`);

/** Where keys and passwords lie under names without a dot: browsers' profiles, keychains, password stores, credentials of clouds and systems. */
const PLACES = [
  ...MAC_PROGRAMS,
  'Library/Accounts',
  'Library/Containers/com.apple.Safari',
  'Library/Containers/com.bitwarden.desktop',
  'Library/Cookies',
  'Library/Group Containers/2BUA8C4S2C.com.1password',
  'Library/Group Containers/2BUA8C4S2C.com.agilebits',
  'Library/Group Containers/LTZ2PFU5D6.com.bitwarden.desktop',
  'Library/Keychains',
  'Library/Safari',
  'Library/Thunderbird',
  ...SNAPS,
  '/proc',
  'etc/NetworkManager/system-connections',
  'etc/letsencrypt',
  'etc/ssh',
  'etc/ssl/private',
  'etc/wireguard',
  'run/secrets',
  // Hidden by an attribute on Windows; profiles, vaults and tokens of nearly every program are in there.
  'AppData/Local',
  'AppData/LocalLow',
  'AppData/Roaming',
  'ProgramData/Microsoft/Crypto',
  'ProgramData/Microsoft/Vault',
  'ProgramData/ssh',
  'Windows/System32/config',
];

const BY_LAST_NAME = new Map<string, string[][]>();
for (const place of PLACES) {
  const names = place.toLowerCase().split('/');
  const last = names.at(-1) as string;
  BY_LAST_NAME.set(last, [...(BY_LAST_NAME.get(last) ?? []), names]);
}

/** Whether an entry is left out of searches by its name alone. */
export function isHiddenName(name: string): boolean {
  return name.charCodeAt(0) === 46;
}

/** Whether a directory is one of the known places for keys and passwords, be it in use or in a backup. */
export function isSecretPlace(prefix: string, name: string, paths: PlatformPath = nodePath): boolean {
  const places = BY_LAST_NAME.get(name.toLowerCase());
  if (!places) return false;
  const names = (prefix + name).toLowerCase().split(paths.sep);
  return places.some((place) => place.every((each, at) => names[names.length - place.length + at] === each));
}

/** Whether the way from a directory down to a path enters something hidden or a place for keys and passwords. */
export function isGuarded(path: string, directory: string, paths: PlatformPath = nodePath): boolean {
  let prefix = directory.endsWith(paths.sep) ? directory : directory + paths.sep;
  for (const name of paths.relative(directory, path).split(paths.sep)) {
    if (isHiddenName(name) || isSecretPlace(prefix, name, paths)) return true;
    prefix += name + paths.sep;
  }
  return false;
}
