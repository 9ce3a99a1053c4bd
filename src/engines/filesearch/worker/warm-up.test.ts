import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { FileEntry } from '../index/entries.ts';
import { ScopeIndex } from '../index/scope-index.ts';
import { prepare, type Query } from '../match/query.ts';
import { Bench } from '../testing/engine.ts';
import type { FileSearch } from './narrowing.ts';
import type { Operation, Task, WorkerSettings } from './protocol.ts';
import { Rehearsal } from './rehearsal.ts';
import { SearchWorker } from './search-worker.ts';
import { WalkingSearch } from './walking-search.ts';

const bench = new Bench();
afterAll(() => bench.end());

const shard = { index: 0, count: 1 };
const settings: WorkerSettings = {
  shard,
  signatureBytes: 64 << 20,
  watch: false,
  all: false,
  accelerate: true,
  clockGrainMs: 20,
};

function taskOf(operation: Operation, scope = ''): Task {
  const [cancelled, looked] = [4, 8].map((bytes) => new Int32Array(new SharedArrayBuffer(bytes)));
  return { operation, scope, limit: 100, budgetMs: 30_000, cancelled, looked } as Task;
}

const worker = (more: Partial<WorkerSettings> = {}) =>
  new SearchWorker({ ...settings, ...more }, { now: Date.now, grainMs: 20 }, async () => 'unreadable');

describe('before the first search', () => {
  it('only the program is searched, and nothing of it is kept', async () => {
    const [programFolder, root] = [bench.folder({ 'a.js': 'spotlight document' }), bench.folder({ 'a.txt': 'note' })];
    const walked = vi.spyOn(WalkingSearch.prototype, 'search');
    try {
      const ours = worker({ programFolder });
      await ours.answer(taskOf({ op: 'warm-up', roots: [root] }));
      // Five times, unless the machine is busy.
      await vi.waitFor(() => expect(walked).toHaveBeenCalled());
      expect(new Set(walked.mock.calls.map(([{ scope }]) => scope))).toEqual(new Set([programFolder]));
      const [first] = await Promise.all(walked.mock.results.map(({ value }) => value));
      expect(first.hits).toHaveLength(1);
      expect((await ours.answer(taskOf({ op: 'size' }))).indexFiles).toBe(0);
    } finally {
      walked.mockRestore();
    }
  });

  it('nothing is rehearsed any more once somebody has asked', async () => {
    const scope = bench.folder({ 'a.txt': 'note' });
    const programFolder = bench.folder({ 'a.js': 'spotlight document' });
    const asked = worker({ programFolder });
    const walked = vi.spyOn(WalkingSearch.prototype, 'search');
    try {
      await asked.answer(taskOf({ op: 'search', query: 'note', snippets: false }, scope));
      await asked.answer(taskOf({ op: 'warm-up', roots: [scope] }));
      await nextTurn();
      const scopes = walked.mock.calls.map(([task]) => task.scope);
      expect([scopes.includes(scope), scopes.includes(programFolder)]).toEqual([true, false]);
    } finally {
      walked.mockRestore();
    }
  });
});

describe('the first search', () => {
  it('remembers only files that may match by their text or name', async () => {
    const scope = bench.folder({ 'a.txt': 'needle', 'b.txt': 'hay', 'needle.txt': 'hay', 'c.jpg': '\xff\xd8\xff' });
    let seen: readonly string[] = [];
    const search: FileSearch = {
      hits: [],
      skipped: 0,
      overran: [],
      run: async (entries: readonly FileEntry[]) => {
        seen = entries.map(({ name }) => name).sort();
      },
    };
    const asked = { op: 'search', query: 'needle', snippets: false } as const;
    const walking = new WalkingSearch(
      settings,
      () => search,
      () => {},
    );
    const part = await walking.search(taskOf(asked, scope), prepare('needle') as Query, asked);
    expect([seen, part.scanned]).toEqual([['a.txt', 'needle.txt'], 4]);
  });

  it('is answered before anything is indexed for the next one', async () => {
    const scope = bench.folder({ 'a.txt': 'needle', [join('b', 'c.txt')]: 'hay' });
    const indexing = worker();
    await indexing.answer(taskOf({ op: 'search', query: 'needle', snippets: false }, scope));
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    expect((await indexing.answer(taskOf({ op: 'size' }))).indexFiles).toBe(0);
    await indexing.answer(taskOf({ op: 'settle' }));
    expect((await indexing.answer(taskOf({ op: 'size' }))).indexFiles).toBe(2);
  });

  it('waits for no pause when it is a list: more of them come, and each would walk everything', async () => {
    const scope = bench.folder({ 'a.txt': 'needle' });
    const indexed = vi.spyOn(ScopeIndex.prototype, 'goLive').mockResolvedValue();
    try {
      const listing = worker({ watch: true });
      await listing.answer(taskOf({ op: 'kind', kind: 'document' }, scope));
      await nextTurn();
      expect(indexed).toHaveBeenCalledTimes(1);
    } finally {
      indexed.mockRestore();
    }
  });

  it('has searches by its index rehearsed once there is one', async () => {
    const scope = bench.folder({ 'a.txt': 'needle' });
    const rehearsed = vi.spyOn(Rehearsal.prototype, 'run');
    try {
      const indexing = worker();
      await indexing.answer(taskOf({ op: 'search', query: 'needle', snippets: false }, scope));
      expect(rehearsed).not.toHaveBeenCalled();
      await indexing.answer(taskOf({ op: 'settle' }));
      // What was asked comes after what no file holds, so that hits are not new to the code that has been compiled.
      const nothing = expect.stringContaining('quartet');
      const calls = () => rehearsed.mock.calls.map(([query, where]) => [query, where]);
      await vi.waitFor(() =>
        expect(calls()).toEqual([
          [nothing, scope],
          ['needle', scope],
        ]),
      );
      const found = await indexing.answer(taskOf({ op: 'search', query: 'needle', snippets: false }, scope));
      expect(found.hits).toHaveLength(1);
    } finally {
      rehearsed.mockRestore();
    }
  });
});
