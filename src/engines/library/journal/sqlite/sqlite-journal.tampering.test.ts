import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../model/files.ts';
import { sealOf } from '../audit-chain.ts';
import { temporaryFolder } from '../testing/files.ts';
import { carryOut, lesson, reading } from '../testing/subjects.ts';
import { sealAnew } from '../testing/tampering.ts';
import { openSqliteJournal } from './sqlite-journal.ts';

type Raw = InstanceType<typeof DatabaseSync>;

/** Writes five entries, lets somebody at the file, and verifies. */
async function verifyAfter(tamper: (raw: Raw) => void, unprotected = true) {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'journal.db');
  const journal = await openSqliteJournal(file);
  try {
    await carryOut(journal, lesson(1), '', 'a');
    await journal.note([reading(lesson(1)), reading(lesson(2))]);
    await carryOut(journal, lesson(1), 'a', 'b');
    await carryOut(journal, lesson(1), 'b', '');
    const raw = new DatabaseSync(file);
    for (const event of unprotected ? ['update', 'delete', 'insert'] : [])
      raw.exec(`drop trigger audit_log_no_${event}`);
    try {
      tamper(raw);
    } finally {
      raw.close();
    }
    return await journal.verifyChain('ai');
  } finally {
    await journal.close();
    await folder.remove();
  }
}

describe('an SQLite journal that somebody has tampered with', () => {
  it.each([
    'update audit_log set agent_id = agent_id',
    'delete from audit_log where id = 5',
    'insert or replace into audit_log select * from audit_log where id = 2',
    "insert or replace into audit_log select 99, book_id, path, user_id, seq, timestamp, 'eve', operation, prev_hash, new_hash, " +
      'status, error_message, execution_time_ms, state_change, entry_hash, prev_entry_hash from audit_log where id = 2',
  ])('refuses %s', async (statement) => {
    await expect(verifyAfter((raw) => raw.exec(statement), false)).rejects.toThrow('append-only');
  });

  it('is valid without it', async () => {
    expect(await verifyAfter(() => {})).toEqual({ valid: true, entries: 5, breaks: [] });
  });

  const columns = [
    "timestamp = '2020-01-01T00:00:00.000Z'",
    "agent_id = 'eve'",
    "operation = 'x'",
    "path = 'x'",
    "user_id = 'x'",
  ];
  const more = [
    "prev_hash = 'x'",
    "new_hash = 'x'",
    "status = 'error'",
    "error_message = 'x'",
    'execution_time_ms = 99',
  ];
  it.each([
    ...columns,
    ...more,
    'state_change = 1',
    "entry_hash = 'x'",
    "prev_entry_hash = 'x'",
    'seq = 77',
    'seq = -1',
  ])('finds %s', async (assignment) => {
    const report = await verifyAfter((raw) => raw.exec(`update audit_log set ${assignment} where id = 2`));
    expect(report.valid).toBe(false);
    expect(report.breaks.map(({ id }) => id)).toContain(assignment.startsWith('seq = 77') ? 3 : 2);
  });

  it.each([1, 3])('finds that entry %i was removed', async (id) => {
    const report = await verifyAfter((raw) => raw.exec(`delete from audit_log where id = ${id}`));
    expect(report.breaks[0]).toEqual({ id: id + 1, reason: 'entries are missing before this one' });
  });

  it.each([5, 1])('finds that all entries from the %ith on were removed', async (id) => {
    const report = await verifyAfter((raw) => raw.exec(`delete from audit_log where id >= ${id}`));
    expect(report).toMatchObject({
      valid: false,
      entries: id - 1,
      breaks: [{ id: id - 1, reason: expect.stringContaining('removed') }],
    });
  });

  it('finds that entries were put in another order', async () => {
    const swap = (column: string) => `update audit_log set ${column} = ${column} + 100 where id in (2, 3);
      update audit_log set ${column} = 105 - ${column} where ${column} in (102, 103)`;
    expect(await verifyAfter((raw) => raw.exec(swap('seq')))).toMatchObject({ valid: false });
    expect(await verifyAfter((raw) => raw.exec(swap('id')))).toMatchObject({ valid: false });
  });

  it('finds an entry that was added with a proper seal', async () => {
    const report = await verifyAfter((raw) => {
      const last = raw.prepare('select entry_hash from audit_log where id = 5').get() as { entry_hash: string };
      const entry = { ...reading(lesson(1)), timestamp: '2030-01-01T00:00:00.000Z', seq: 6, stateChange: false };
      const seal = sealOf({ ...entry, prevEntryHash: last.entry_hash });
      const { bookId, path, userId, agentId, operation } = entry;
      raw
        .prepare("insert into audit_log values (6, ?, ?, ?, 6, ?, ?, ?, null, null, 'success', null, 2, 0, ?, ?)")
        .run(bookId, path, userId, entry.timestamp, agentId, operation, seal, last.entry_hash);
    });
    expect(report).toMatchObject({
      valid: false,
      entries: 6,
      breaks: [{ id: 6, reason: expect.stringContaining('added') }],
    });
  });

  it('finds a change that does not start where the one before it ended, although every seal fits', async () => {
    const report = await verifyAfter((raw) => {
      raw.exec(`update audit_log set new_hash = '${sha256('c')}' where id = 1`);
      sealAnew(raw);
    });
    expect(report.breaks).toEqual([{ id: 4, reason: 'the file was not as the entry says' }]);
  });
});
