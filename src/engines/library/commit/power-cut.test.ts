import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verify } from '../maintenance/verify.ts';
import { sha256 } from '../model/files.ts';
import { bookId } from '../model/names.ts';
import { closeLibrary, openLibrary, sampleLesson, temporaryFolder } from '../testing/library.ts';
import type { ChangePoint } from './commit.ts';

const actor = { agentId: 'ada', operation: 'write_content' };
const file = sampleLesson();
const POINTS = ['staged', 'begun', 'published', 'finished'] as const satisfies readonly ChangePoint[];
const JOURNAL = ['journal.db', 'journal.db-wal'];

/** The journal survives a power cut as it was after one of its commits; the file as it was before or after the change; staged bytes or not. */
interface State {
  readonly journal: ChangePoint;
  readonly files: ChangePoint;
  readonly staging: boolean;
  /** What the file holds when everything was settled, and who stands in the log for it. */
  readonly holds: 'old' | 'new';
  readonly by: string;
}

const STATES: readonly State[] = [
  { journal: 'staged', files: 'staged', staging: true, holds: 'old', by: 'bob' },
  { journal: 'staged', files: 'staged', staging: false, holds: 'old', by: 'bob' },
  { journal: 'begun', files: 'begun', staging: true, holds: 'old', by: 'bob' },
  { journal: 'begun', files: 'begun', staging: false, holds: 'old', by: 'bob' },
  { journal: 'begun', files: 'published', staging: false, holds: 'new', by: 'ada' },
  // The rename is in the new folder and has not left the old one, as a file system without a journal may have it.
  { journal: 'begun', files: 'published', staging: true, holds: 'new', by: 'ada' },
  { journal: 'finished', files: 'finished', staging: false, holds: 'new', by: 'ada' },
  { journal: 'finished', files: 'finished', staging: true, holds: 'new', by: 'ada' },
];

describe('after a power cut', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());

  const copyOf = (point: string) => join(folder.root, 'copies', point);

  /** Changes a lesson, and keeps all that is on the disk at each point of the change. */
  async function record(before: string | undefined, after: string | null): Promise<void> {
    const root = join(folder.root, 'library');
    let isRecording = false;
    const at = (point: ChangePoint) => {
      if (isRecording) cpSync(root, copyOf(point), { recursive: true });
    };
    const library = await openLibrary(root, { at });
    if (before !== undefined) await library.write(file, Buffer.from(before), undefined, { ...actor, agentId: 'bob' });
    isRecording = true;
    if (after === null) await library.remove(file, actor);
    else await library.write(file, Buffer.from(after), before && sha256(before), actor);
    await closeLibrary(library);
  }

  /** The disk as the power cut leaves it. */
  function assemble({ journal, files, staging }: State): string {
    const root = join(folder.root, 'after');
    mkdirSync(join(root, '.quartet'), { recursive: true });
    for (const name of JOURNAL) cpSync(join(copyOf(journal), '.quartet', name), join(root, '.quartet', name));
    // What the journal knows of a version was on the disk before.
    const objects = join(copyOf(journal), '.quartet', 'objects');
    if (existsSync(objects)) cpSync(objects, join(root, '.quartet', 'objects'), { recursive: true });
    if (existsSync(join(copyOf(files), 'books')))
      cpSync(join(copyOf(files), 'books'), join(root, 'books'), { recursive: true, preserveTimestamps: true });
    // Whoever was at work on it is gone, and this process is not.
    const database = new DatabaseSync(join(root, '.quartet', 'journal.db'));
    database.exec('update intent set lease_until = 0');
    database.close();
    const staged = join(copyOf('staged'), '.quartet', 'staging');
    if (staging) cpSync(staged, join(root, '.quartet', 'staging'), { recursive: true });
    return root;
  }

  describe.each(['update', 'create'] as const)('%s', (kind) => {
    const old = kind === 'update' ? 'old' : undefined;

    it.each(STATES)('journal $journal, files $files, staged bytes $staging: $holds', async (state) => {
      await record(old, 'new');
      const library = await openLibrary(assemble(state));
      await library.recovery.settleAll();
      const text = (await library.read(file))?.bytes.toString();
      expect(text).toBe(state.holds === 'new' ? 'new' : old);
      expect(await library.journal.intents()).toEqual([]);
      const [last] = await library.journal.audit({ operation: 'write_content' });
      expect(last?.agentId).toBe(text === undefined ? undefined : state.by);
      await library.reconciled(bookId('sample'));
      expect((await verify(library, { repair: false })).findings).toEqual([]);
      // And on it goes from there.
      await library.write(file, Buffer.from('next'), text === undefined ? undefined : sha256(text), actor);
      expect((await library.journal.verifyChain(file.bookId)).valid).toBe(true);
      await closeLibrary(library);
    });
  });

  it.each([
    { journal: 'begun', files: 'begun', isThere: true },
    { journal: 'begun', files: 'published', isThere: false },
    { journal: 'finished', files: 'finished', isThere: false },
  ] as const)('delete, journal $journal, files $files: there $isThere', async ({ journal, files, isThere }) => {
    await record('old', null);
    const root = assemble({ journal, files, staging: false, holds: 'old', by: 'bob' });
    const library = await openLibrary(root);
    await library.recovery.settleAll();
    expect((await library.read(file)) !== undefined).toBe(isThere);
    expect((await library.known(file)) !== undefined).toBe(isThere);
    await closeLibrary(library);
    rmSync(root, { recursive: true });
  });

  it('every point was recorded', async () => {
    await record('old', 'new');
    expect(POINTS.map((point) => existsSync(copyOf(point)))).toEqual([true, true, true, true]);
  });
});

it.skipIf(process.platform !== 'linux')(
  'a write whose record may be lost is not acknowledged, and a restart finds it whole or not at all',
  async () => {
    const folder = await temporaryFolder();
    let syncs = 0;
    const eio = Object.assign(new Error('EIO'), { code: 'EIO' });
    // The first sync is that of the beginning, the second that of the end.
    const library = await openLibrary(folder.root, {
      syncLog: async () => void (++syncs > 1 && (await Promise.reject(eio))),
    });
    await expect(library.write(file, Buffer.from('new'), undefined, actor)).rejects.toThrow(
      'could not be brought to the disk',
    );
    await expect(library.write(sampleLesson('02-next'), Buffer.from('x'), undefined, actor)).rejects.toThrow(
      'restart the server',
    );
    await closeLibrary(library);
    const again = await openLibrary(folder.root);
    await again.recovery.settleAll();
    expect((await again.read(file))?.bytes.toString()).toBe('new');
    expect((await verify(again, { repair: false })).findings).toEqual([]);
    await closeLibrary(again);
    await folder.remove();
  },
);
