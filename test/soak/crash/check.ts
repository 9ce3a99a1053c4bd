import assert from 'node:assert/strict';
import type { Library } from '../../../src/engines/library/commit/library.ts';
import { verify } from '../../../src/engines/library/maintenance/verify.ts';
import { BASE } from '../../../src/engines/library/model/file-key.ts';
import { keyOf, sha256 } from '../../../src/engines/library/model/files.ts';
import { openLog } from '../../../src/kernel/log.ts';
import { closeBooks, openBooks } from '../../../src/toolsets/books/open.ts';
import { groundOf } from '../../harness/books/ground.ts';
import { optionsOf } from '../../harness/books/setup.ts';
import { BOOK, type Subject, USERS } from './keys.ts';

const ACTOR = { agentId: 'crash-check', operation: 'write_content' };

/** Opens the library after a crash: everything must be as promised before anybody has asked for anything. */
export async function checkAfterCrash(root: string, subjects: readonly Subject[]): Promise<void> {
  const world = await openBooks(optionsOf(root), openLog('off', 'crash-check'));
  try {
    const { library } = world;
    assert.deepEqual(await library.journal.intents(), [], 'a change is still under way');
    await checkContents(library, subjects);
    await checkJournal(library);
    assert.deepEqual((await verify(library, { repair: false })).findings, [], 'verify is not clean');
    await checkVersions(library);
    await library.reconciled(BOOK);
    await checkJournal(library);
    await checkAudit(library);
    for (const subject of subjects) await writeNext(library, subject);
    await checkJournal(library);
  } finally {
    await closeBooks(world);
  }
}

async function checkContents(library: Library, subjects: readonly Subject[]): Promise<void> {
  for (const subject of subjects) {
    const found = await library.read(subject.file);
    const content = found === undefined ? null : found.bytes.toString();
    assert.ok(
      subject.may.includes(content),
      `${subject.file.key} is ${start(content)}, not ${subject.may.map(start).join(' or ')}`,
    );
    subject.may = [content];
  }
}

function start(content: string | null): string {
  return content === null ? 'absent' : content.slice(0, 20);
}

/** Every row has its bytes, every object its row, and nothing else is visible. */
async function checkJournal({ journal, storage }: Library): Promise<void> {
  const rows = await journal.rows(BOOK, [BASE, ...USERS]);
  for (const row of rows) {
    const object = await storage.read(keyOf(row));
    assert.ok(object, `${row.path} of ${row.userId} has a row and no object`);
    assert.equal(sha256(object.bytes), row.sha256, `${row.path} of ${row.userId} is not what the journal says`);
    assert.equal(object.version, row.version, `${row.path} of ${row.userId} is not the version of the journal`);
  }
  const keys: string[] = [];
  for await (const { key } of storage.list('')) keys.push(key);
  assert.deepEqual(keys, rows.map(keyOf).sort(), 'objects and rows differ');
}

/** Whatever was acknowledged is kept; `verify` has read back all that is. */
async function checkVersions({ journal: { history } }: Library): Promise<void> {
  assert.deepEqual(await history.unkeptFiles(BOOK), [], 'a lesson is not kept');
  assert.equal(await history.unkept(BOOK), 0, 'a version is not kept');
}

async function checkAudit({ journal }: Library): Promise<void> {
  const { valid, breaks } = await journal.verifyChain(BOOK);
  assert.ok(valid, `the audit chain is broken: ${JSON.stringify(breaks)}`);
  // A settled crash leaves nothing to be taken in: that would mean a change without its agent.
  assert.deepEqual(await journal.audit({ agentId: 'quartet-recovery' }), []);
}

async function writeNext(library: Library, subject: Subject): Promise<void> {
  const [old = null] = subject.may;
  const content = `next after ${old?.slice(0, 20)}`;
  const hash = old === null ? undefined : sha256(Buffer.from(old));
  if (subject.isAsset) await library.put(subject.file, Buffer.from(content), ACTOR);
  else await library.write(subject.file, Buffer.from(content), hash, ACTOR);
  subject.may = [content];
}

/** What was staged and never used goes once it is old; gives how many there were. */
export async function checkLeftovers(root: string): Promise<number> {
  const ground = groundOf(root);
  const left = ground.keys('.quartet/staging/');
  const old = new Date(Date.now() - 2 * 3_600_000);
  for (const key of left) ground.date(key, old);
  await closeBooks(await openBooks(optionsOf(root), openLog('off', 'crash-check')));
  assert.deepEqual(ground.keys('.quartet/staging/'), [], 'old staged bytes are still there');
  return left.length;
}
