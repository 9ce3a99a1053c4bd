import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../model/files.ts';
import { temporaryFolder } from '../testing/files.ts';
import { buildChild, Child } from '../testing/processes.ts';
import { carryOut, change, lesson } from '../testing/subjects.ts';
import { openSqliteJournal } from './sqlite-journal.ts';

const PROCESSES = ['p1', 'p2', 'p3'];

describe('SQLite journal between processes', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let script: string;

  beforeAll(async () => {
    folder = await temporaryFolder();
    script = await buildChild(folder.path);
  });
  afterAll(() => folder.remove());
  afterEach(() => Promise.all(running.splice(0).map((child) => child.kill())));

  const running: Child[] = [];
  function start(...args: string[]): Child {
    const child = new Child(args);
    running.push(child);
    return child;
  }

  it('is created once by several at once, and begins each change in exactly one', async () => {
    const file = join(folder.path, 'race', 'journal.db');
    const children = PROCESSES.map((name) => start(script, 'race', file, name));
    await Promise.all(children.map((child) => child.said(1)));
    for (const child of children) child.go();
    await Promise.all(children.map(({ ended }) => ended));
    const journal = await openSqliteJournal(file);
    const intents = await journal.intents();
    await journal.close();
    expect(intents).toHaveLength(25);
    for (let round = 0; round < 25; round++) {
      const decisions = children.map(({ lines }) => lines[round + 1]);
      expect(decisions.filter((line) => line === `${round} begun`)).toHaveLength(1);
      expect(decisions.filter((line) => line === `${round} busy`)).toHaveLength(PROCESSES.length - 1);
      const winner = PROCESSES[decisions.indexOf(`${round} begun`)];
      expect(intents.find(({ path }) => path === lesson(round).path)).toMatchObject({ owner: winner });
    }
  });

  it('keeps to a quota that several fill up at once', async () => {
    const file = join(folder.path, 'quota.db');
    const children = PROCESSES.map((name) => start(script, 'fill', file, name));
    await Promise.all(children.map((child) => child.said(1)));
    for (const child of children) child.go();
    await Promise.all(children.map(({ ended }) => ended));
    const said = children.flatMap(({ lines }) => lines.slice(1));
    expect(said.filter((line) => line === 'begun')).toHaveLength(40);
    expect(said.filter((line) => line === 'exceeds')).toHaveLength(35);
    const journal = await openSqliteJournal(file);
    expect(await journal.miscounted()).toEqual([]);
    await journal.close();
  });

  it('has everything that was acknowledged when writers are killed at any moment', async () => {
    const file = join(folder.path, 'killed.db');
    for (let run = 0; run < 3; run++) {
      const children = PROCESSES.map((name) => start(script, 'write', file, `${name}-${run}`));
      await Promise.all(children.map((child) => child.said(1)));
      for (const child of children) child.go();
      await Promise.all(children.map((child) => child.said(5)));
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 50));
      await Promise.all(children.map((child) => child.kill()));
      const journal = await openSqliteJournal(file);
      for (const [index, { lines }] of children.entries()) {
        const name = `${PROCESSES[index]}-${run}`;
        const row = await journal.get(lesson(1, name));
        const rounds = [Number(lines.at(-1)), Number(lines.at(-1)) + 1];
        expect(rounds.map((round) => sha256(`${name} ${round}`))).toContain(row?.sha256);
      }
      expect(await journal.verifyChain('ai')).toMatchObject({ valid: true });
      expect(await journal.miscounted()).toEqual([]);
      for (const { id } of await journal.intents()) await journal.abandon(id);
      await journal.close();
    }
    const raw = new DatabaseSync(file);
    expect(raw.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    raw.close();
    await rm(file);
  });

  it('has nothing of a transaction that was killed in the middle, and is free again', async () => {
    const file = join(folder.path, 'middle.db');
    const journal = await openSqliteJournal(file);
    await carryOut(journal, lesson(1), '', 'a');
    const child = start('--input-type=commonjs', '-e', HALF_A_TRANSACTION, DRIVER, file);
    await child.said(1);
    // Held by the child: this waits without stopping the process, until the child is gone.
    const begun = journal.begin(change(lesson(2), null, sha256('b')));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await child.kill();
    expect(await begun).toEqual({ kind: 'begun' });
    expect(await journal.get(lesson(1))).toMatchObject({ sha256: sha256('a') });
    expect(await journal.verifyChain('ai')).toMatchObject({ valid: true, entries: 1 });
    await journal.close();
  });

  it('does not stand in its own way with two connections in one process', async () => {
    const file = join(folder.path, 'two.db');
    const journals = await Promise.all([openSqliteJournal(file), openSqliteJournal(file)]);
    const work = Array.from({ length: 20 }, (_, n) =>
      journals.map((journal, j) => carryOut(journal, lesson(n, `u${j}`), '', 'a')),
    );
    await Promise.all(work.flat());
    expect(await journals[0]?.verifyChain('ai')).toMatchObject({ valid: true, entries: 40 });
    await Promise.all(journals.map((journal) => journal.close()));
  });
});

const DRIVER = new URL(import.meta.resolve('@photostructure/sqlite')).pathname.replace(/\.mjs$/, '.cjs');

const HALF_A_TRANSACTION = `
  const { DatabaseSync } = require(process.argv[1]);
  const db = new DatabaseSync(process.argv[2]);
  db.exec("begin immediate; update file_journal set sha256 = 'x'; delete from audit_chain;");
  console.log('half');
  setInterval(() => {}, 1000);
`;
