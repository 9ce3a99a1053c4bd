import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JournalOptions } from '../backend.ts';
import type { Journal } from '../journal.ts';
import { givenKey, keyFile } from '../key-source.ts';
import { temporaryFolder } from '../testing/files.ts';
import { carryOut, KEYS, lesson, reading } from '../testing/subjects.ts';
import { sealAnew } from '../testing/tampering.ts';
import { openSqliteJournal } from './sqlite-journal.ts';

type Raw = InstanceType<typeof DatabaseSync>;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let file: string;
const opened: Journal[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder.path, 'journal.db');
});

afterEach(async () => {
  for (const journal of opened.splice(0)) await journal.close();
  await folder.remove();
});

async function open(options: JournalOptions = { keys: KEYS }): Promise<Journal> {
  const journal = await openSqliteJournal(file, options);
  opened.push(journal);
  return journal;
}

async function fill(journal: Journal): Promise<void> {
  await carryOut(journal, lesson(1), '', 'a');
  await journal.note([reading(lesson(1)), reading(lesson(2))]);
  await carryOut(journal, lesson(1), 'a', 'b');
}

/** What somebody does who can write the file and everything in it, but has not got the key. */
function tamper(work: (raw: Raw) => void): void {
  const raw = new DatabaseSync(file);
  for (const event of ['update', 'delete', 'insert']) raw.exec(`drop trigger if exists audit_log_no_${event}`);
  work(raw);
  raw.close();
}

const CUT = `delete from audit_log where seq > 2;
  update audit_chain set entries = 2, last_entry_hash = (select entry_hash from audit_log where seq = 2)`;

describe('a chain that is sealed with a key', () => {
  it('cannot be written anew without the key', async () => {
    const journal = await open();
    await fill(journal);
    expect(await journal.verifyChain('ai')).toEqual({ valid: true, entries: 4, breaks: [] });
    tamper((raw) => {
      raw.exec("update audit_log set agent_id = 'mallory' where seq = 2");
      sealAnew(raw);
    });
    expect((await journal.verifyChain('ai')).breaks.map(({ reason }) => reason)).toEqual([
      'the chain is not sealed with the key of the audit log',
    ]);
  });

  it('cannot be written anew also where it goes on afterwards', async () => {
    const journal = await open();
    await fill(journal);
    tamper((raw) => {
      raw.exec("update audit_log set agent_id = 'mallory' where seq = 2");
      sealAnew(raw);
    });
    await journal.note([reading(lesson(1))]);
    expect((await journal.verifyChain('ai')).valid).toBe(false);
  });

  it('cannot be shortened', async () => {
    const journal = await open();
    await fill(journal);
    tamper((raw) => raw.exec(CUT));
    expect((await journal.verifyChain('ai')).breaks.map(({ reason }) => reason)).toEqual([
      'the end of the chain was changed',
    ]);
  });

  it('shows by a head that was kept elsewhere what nothing in the database shows', async () => {
    const journal = await open();
    await fill(journal);
    const [head] = await journal.heads();
    expect(head).toMatchObject({ bookId: 'ai', entries: 4 });
    await journal.note([reading(lesson(3))]);
    expect(await journal.hashAt('ai', 4)).toBe(head?.hash);
    tamper((raw) => raw.exec('delete from audit_log; delete from audit_chain'));
    expect(await journal.verifyChain('ai')).toMatchObject({ valid: true });
    expect(await journal.hashAt('ai', 4)).toBeUndefined();
  });

  it('is checked also where somebody has removed its end', async () => {
    const journal = await open();
    await fill(journal);
    tamper((raw) => raw.exec('delete from audit_chain'));
    expect(await journal.heads()).toMatchObject([{ bookId: 'ai', entries: 0 }]);
    expect((await journal.verifyChain('ai')).valid).toBe(false);
  });
});

describe('a journal from before there were keys', () => {
  it('keeps its chains, sealed by the first key that it gets', async () => {
    const before = await open({});
    await fill(before);
    await before.close();
    opened.length = 0;
    const journal = await open({ keys: keyFile(join(folder.path, 'audit.key')) });
    expect(await journal.verifyChain('ai')).toEqual({ valid: true, entries: 5, breaks: [] });
    expect(await journal.audit({ limit: 1 })).toMatchObject([{ operation: 'seal_chain', agentId: 'quartet-seal' }]);
    tamper((raw) => {
      raw.exec("update audit_log set agent_id = 'mallory' where seq = 2");
      sealAnew(raw);
    });
    expect((await journal.verifyChain('ai')).valid).toBe(false);
  });

  it('is not sealed by a key that may have sealed it before, unless asked to', async () => {
    await fill(await open({}));
    await expect(open()).rejects.toThrow('run "quartet books audit --seal" once');
    const journal = await open({ keys: KEYS, sealing: 'told' });
    expect(await journal.verifyChain('ai')).toMatchObject({ valid: true, entries: 5 });
    expect(await (await open()).verifyChain('ai')).toMatchObject({ valid: true, entries: 5 });
  });
});

describe('the key of an audit log', () => {
  it('is made once, for its owner only, however many start at once', async () => {
    const keys = keyFile(join(folder.path, 'keys', 'audit.key'));
    const journals = await Promise.all(Array.from({ length: 5 }, () => open({ keys })));
    expect(statSync(join(folder.path, 'keys', 'audit.key')).mode & 0o777).toBe(0o600);
    for (const journal of journals) await journal.note([reading(lesson(1))]);
    expect(await journals[0]?.verifyChain('ai')).toMatchObject({ valid: true, entries: 5 });
  });

  it.each([
    ['missing', () => keyFile(join(folder.path, 'nowhere.key')), 'the file nowhere.key holds none'],
    ['another', () => givenKey('another key for the audit log of tests'), 'QUARTET_AUDIT_KEY holds'],
    ['not given', () => undefined, 'no key was given'],
  ])('that is %s stops the start, with what to do', async (_, keys, sentence) => {
    await open();
    const refused = await open({ keys: keys() }).catch((error: unknown) => String(error));
    expect(refused).toContain('The audit log is sealed with the key ');
    expect(refused).toContain(sentence);
    expect(refused).toContain('--audit-key-file');
  });

  it('that is no key is refused without a word of it', async () => {
    await writeFile(join(folder.path, 'short.key'), 'secret\n');
    const refused = await open({ keys: keyFile(join(folder.path, 'short.key')) }).catch((error: unknown) =>
      String(error),
    );
    expect(refused).toContain('The file short.key must hold a key');
    expect(refused).not.toContain('secret');
  });

  it('may follow another one, which still tells what it has sealed', async () => {
    const [old, young] = ['an old key for the audit log of a test', 'a young key for the audit log of a test'];
    await fill(await open({ keys: givenKey(old) }));
    tamper((raw) => raw.exec('delete from audit_key'));
    const journal = await open({ keys: givenKey(`${young},${old}`), sealing: 'told' });
    expect(await journal.verifyChain('ai')).toEqual({ valid: true, entries: 5, breaks: [] });
  });
});

it('a clock that once jumped ahead does not pin the times of later entries', async () => {
  let now = new Date('2026-03-01T00:00:00Z');
  const journal = await open({ keys: KEYS, now: () => now });
  await carryOut(journal, lesson(1), '', 'a');
  now = new Date('2099-01-01T00:00:00Z');
  await carryOut(journal, lesson(1), 'a', 'b');
  now = new Date('2026-03-01T00:00:05Z');
  await journal.note([reading(lesson(1))]);
  const row = await carryOut(journal, lesson(1), 'b', 'c');
  const [change, read] = await journal.audit({ limit: 2 });
  expect([change?.timestamp, read?.timestamp]).toEqual(['2026-03-01T00:00:05.000Z', '2026-03-01T00:00:05.000Z']);
  // Deltas need an order that no clock can break.
  expect(row?.lastWrittenAt).toBe('2099-01-01T00:00:00.001Z');
});
