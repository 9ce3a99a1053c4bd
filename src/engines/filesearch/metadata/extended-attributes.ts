import { execFile } from 'node:child_process';
import { inPlace } from '../../../lib/in-place.ts';
import { spotlightMetadata } from '../mdfind/metadata.ts';
import { type Attributes, present } from './values.ts';

const MAX_MS = 2000;
const NAMES = ['user.xdg.tags', 'user.xdg.origin.url'];
const PATTERN = `^(${NAMES.join('|').replaceAll('.', String.raw`\.`)})$`;

/** Tags and origin of a file. Node cannot read extended attributes, so a program of the system does, where there is one. */
export async function extendedAttributes(path: string, platform: string): Promise<Attributes> {
  if (platform === 'win32') return {};
  if (platform === 'darwin')
    return inPlace(path, (_, way) => spotlightMetadata(way, ['kMDItemUserTags', 'kMDItemWhereFroms']));
  const found = parse(await inPlace(path, (_, way) => getfattr(way)));
  return present({
    kMDItemUserTags: found.get('user.xdg.tags')?.split(','),
    kMDItemWhereFroms: [found.get('user.xdg.origin.url')],
  });
}

function getfattr(path: string): Promise<string> {
  const args = ['--absolute-names', '--dump', `--match=${PATTERN}`, '--encoding=base64', '--', path];
  return new Promise((resolve, reject) => {
    execFile('getfattr', args, { timeout: MAX_MS, killSignal: 'SIGKILL' }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });
}

/** Lines `name=0sBASE64`; whatever the file is called, its name does not come without the `# file: ` before it. */
function parse(output: string): Map<string, string> {
  const lines = output.matchAll(/^([\w.]+)=0s([A-Za-z0-9+/=]*)$/gm);
  return new Map(Array.from(lines, ([, name = '', value = '']) => [name, Buffer.from(value, 'base64').toString()]));
}
