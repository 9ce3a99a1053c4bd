import { execFile } from 'node:child_process';
import type { MetadataValue } from '../metadata/metadata.ts';
import { parsePlist } from './plist.ts';

const MAX_MS = 5000;
const MAX_BYTES = 4 * 1024 * 1024;

/** What Spotlight knows about a file, or only the attributes asked for; rejects where there is no Spotlight. */
export async function spotlightMetadata(
  path: string,
  names: readonly string[] = [],
): Promise<Record<string, MetadataValue>> {
  if (!path.startsWith('/')) throw new Error('The path must be absolute.');
  const args = [...names.flatMap((name) => ['-name', name]), '-plist', '-', path];
  const { kMDItemTextContent: _queryOnly, ...shown } = parsePlist(await mdls(args));
  return shown;
}

function mdls(args: readonly string[]): Promise<string> {
  const limits = { timeout: MAX_MS, killSignal: 'SIGKILL', maxBuffer: MAX_BYTES } as const;
  return new Promise((resolve, reject) => {
    execFile('mdls', args, limits, (error, stdout) => (error ? reject(error) : resolve(stdout)));
  });
}
