import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { cannotSwitchAccount, NOBODY } from '../../harness/other-account.ts';
import { SmallDisk } from '../../harness/small-disk.ts';
import { newSubjects } from './subjects.ts';

const DISK_MB = 64;
const JOURNAL_DISK_MB = 16;

/** Where a library is: on a disk that can be filled, where there can be one; its journal with it or on another disk. */
export class Ground {
  readonly disk = SmallDisk.missing === undefined ? new SmallDisk(DISK_MB) : undefined;
  readonly journalDisk: SmallDisk | undefined;
  readonly folder = this.disk?.path ?? mkdtempSync(join(tmpdir(), 'quartet-faults-'));
  readonly library = join(this.folder, 'library');
  readonly journal: string;
  readonly options: readonly string[];
  /** Root may read and write everything, so the server is somebody else. */
  readonly account = cannotSwitchAccount() === undefined ? NOBODY : undefined;
  readonly subjects = newSubjects();

  constructor(journalElsewhere: boolean) {
    this.giveAway(this.folder);
    this.makeFolder(this.library);
    this.journalDisk = journalElsewhere && this.disk ? new SmallDisk(JOURNAL_DISK_MB) : undefined;
    this.journal = join(this.journalDisk?.path ?? join(this.library, '.quartet'), 'journal.db');
    const elsewhere = this.journalDisk ? ['--database-url', `sqlite:${this.journal}`] : [];
    this.options = ['--root', this.library, ...elsewhere, '--log-level', 'warn'];
  }

  at(...names: string[]): string {
    return join(this.library, ...names);
  }

  /** Where something can be moved to, on the same disk and out of the server's sight. */
  asideOf(path: string): string {
    const disk = this.journalDisk && path.startsWith(`${this.journalDisk.path}/`) ? this.journalDisk.path : this.folder;
    return join(disk, `aside-${basename(path)}`);
  }

  /** A folder as the server would have made it. */
  makeFolder(path: string): void {
    mkdirSync(path, { recursive: true });
    this.giveAway(path);
  }

  giveAway(path: string): void {
    if (this.account) chownSync(path, this.account.uid, this.account.gid);
  }

  remove(): void {
    this.journalDisk?.remove();
    if (this.disk) this.disk.remove();
    else rmSync(this.folder, { recursive: true, force: true });
  }
}
