import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { codeOf } from '../../../lib/errno.ts';
import type { Settings } from '../../options/settings.ts';
import { UsageError } from '../../terminal/usage.ts';
import { bookNamed, withLibrary } from './session.ts';

export interface UploadFlags {
  readonly name?: string;
  readonly json?: boolean;
}

/** Brings a file of this machine, however large, into a book as an asset. */
export async function uploadFile(
  [book, type, path]: readonly [string, string, string],
  { name, json = false }: UploadFlags,
  settings: Settings,
): Promise<number> {
  const id = await bookNamed(book);
  const size = await sizeOf(path);
  const access = { settle: true, create: true, writes: true };
  return withLibrary('upload', settings, access, async ({ world, signal, agentId, progress }) => {
    const { asset, assetPath } = await import('../../../engines/library/index.ts');
    const file = asset(id, assetPath(type, name ?? basename(path)));
    let done = 0;
    async function* chunks() {
      for await (const chunk of createReadStream(path, { signal })) {
        yield chunk as Buffer;
        done += (chunk as Buffer).length;
        progress.show(done, size);
      }
    }
    const actor = { agentId, operation: 'upload_asset' };
    const written = await world.library.putStream(file, chunks(), actor, async () => {});
    progress.end();
    const report = { path: file.key, mode: written.mode, file_size: written.size, file_hash_sha256: written.sha256 };
    const line = `${written.mode}  ${file.key} (${written.size} bytes)`;
    process.stdout.write(json ? `${JSON.stringify(report, undefined, 2)}\n` : `${line}\n`);
    return 0;
  });
}

async function sizeOf(path: string): Promise<number> {
  try {
    const seen = await stat(path);
    if (seen.isFile()) return seen.size;
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${codeOf(error)})`);
  }
  throw new UsageError(`${path} is not a file`);
}
