import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/files.ts';
import { carryOut, KEYS, lesson, reading } from '../testing/subjects.ts';
import { openSqliteJournal } from './sqlite-journal.ts';

it('tells of a bit that fell over in any copy of a name in the audit log, its index included', async () => {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'journal.db');
  const journal = await openSqliteJournal(file, { keys: KEYS });
  await carryOut(journal, lesson(1), '', 'a');
  await journal.note([reading(lesson(1), { agentId: 'flipped-agent' })]);
  expect(await journal.problems()).toEqual([]);
  await journal.close();
  const raw = new DatabaseSync(file);
  raw.exec('pragma wal_checkpoint(truncate)');
  raw.close();
  const bytes = readFileSync(file);
  const places: number[] = [];
  for (let at = bytes.indexOf('flipped-agent'); at >= 0; at = bytes.indexOf('flipped-agent', at + 1)) places.push(at);
  expect(places.length).toBeGreaterThanOrEqual(2);
  for (const at of places) {
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
    writeFileSync(file, damaged);
    const again = await openSqliteJournal(file, { keys: KEYS });
    const told = [...(await again.problems()), ...(await again.verifyChain('ai')).breaks];
    expect(told).not.toEqual([]);
    await again.close();
  }
  await folder.remove();
});
