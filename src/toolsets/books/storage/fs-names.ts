import { StorageFailure } from './storage.ts';

/** The names that a key or prefix is made of. Keys are trusted; this is the belt to the braces of `paths.ts`. */
export function namesOf(key: string): string[] {
  const names = (key.endsWith('/') ? key.slice(0, -1) : key).split('/');
  if (key === '') return [];
  if (!names.every(isName)) throw noName();
  return names;
}

/** The folder of a key, as names, and the name in it. */
export function splitKey(key: string): { names: string[]; name: string } {
  const names = namesOf(key);
  const name = names.pop();
  if (name === undefined) throw noName();
  return { names, name };
}

function isName(name: string): boolean {
  if (name === '' || isHidden(name) || /[\\\0]/.test(name)) return false;
  // Windows would store these under another name, or as a stream of another file.
  return process.platform !== 'win32' || !/[<>:"|?*]|[. ]$/.test(name);
}

/** Whether a name is not for listings: staging, placeholders, what editors leave behind. */
export function isHidden(name: string): boolean {
  return name.startsWith('.');
}

/** The failure to raise when a folder has a name that the system may take for this one, and not this one itself. */
export function clashOf(existing: readonly string[], name: string): StorageFailure | undefined {
  if (existing.includes(name)) return undefined;
  const other = existing.find((one) => folded(one) === folded(name));
  return other === undefined
    ? undefined
    : new StorageFailure(`The storage takes ${name} and ${other} for one name, and ${other} exists.`, false);
}

function noName(): StorageFailure {
  return new StorageFailure('This is no name in the storage.', false);
}

function folded(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase();
}
