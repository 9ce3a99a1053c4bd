import { inParallel } from '../../../../lib/in-parallel.ts';
import type { ObjectInfo, UnsyncedWrites } from '../storage.ts';
import { inStaging, type Publisher, stagedName, writeUnsynced } from './change.ts';
import { guarded, namingFolder, unlessRefused } from './errors.ts';
import { openFile, writtenMs } from './files.ts';
import type { Root } from './folder.ts';
import type { SharedFolders } from './shared-folders.ts';

/** Nobody waits for it, so it leaves most of the disk to those who do. */
const AT_ONCE = 2;

export class FsUnsyncedWrites implements UnsyncedWrites {
  constructor(
    private readonly root: Root,
    private readonly folders: SharedFolders,
    private readonly publisher: Publisher,
  ) {}

  stage(bytes: Buffer): Promise<string> {
    return namingFolder('.quartet/staging', () => inStaging(this.folders, (staging) => writeUnsynced(staging, bytes)));
  }

  publish(staged: string, key: string, replaces?: string | null): Promise<ObjectInfo> {
    return guarded(() => {
      const name = stagedName(staged);
      return inStaging(this.folders, (staging) => this.publisher.publish(staging, name, key, replaces, false));
    });
  }

  sync(keys: readonly string[]): Promise<void> {
    return guarded(async () => {
      await inParallel(keys, AT_ONCE, async (key) => {
        const handle = await openFile(this.root, key).catch(unlessRefused);
        try {
          await handle?.sync();
        } finally {
          await handle?.close();
        }
      });
      await this.publisher.syncFolders(keys);
    });
  }

  isNoNewer(found: ObjectInfo, version: string): boolean {
    return writtenMs(found.version) <= writtenMs(version);
  }
}
