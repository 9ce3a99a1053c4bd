import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFile, temporaryStore } from '../store/testing/problems.ts';
import { temporaryJudge } from '../testing/judge.ts';
import { importFile } from './import.ts';

function fileOf(lines: readonly (string | object)[]): string {
  const file = `${temporaryFile()}.jsonl`;
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return file;
}

test('B6 a file of JSON lines is stored, with what it leaves out unknown', async () => {
  const store = await temporaryStore();
  const many = Array.from({ length: 2500 }, (_, i) => ({ source: 'spoj', id: `SP${i}`, title: `T${i}` }));
  const progress: number[] = [];
  const file = fileOf([...many, '', { source: 'luogu', id: 'P1', slug: 'p1', tags: ['dp'], rating: 5, content: 'x' }]);
  expect(await importFile(store, file, { update: false, onProgress: (done) => progress.push(done) })).toEqual({
    read: 2501,
    changed: 2501,
  });
  expect(progress).toEqual([1000, 2000, 2501]);
  expect(store.find('luogu', 'P1')).toMatchObject({ tags: ['dp'], rating: 5, content: 'x', title: null });
  expect(store.find('spoj', 'SP7')).toMatchObject({ slug: 'SP7', title: 'T7' });
});

test('B6 a second time nothing changes, and an update takes only what is known', async () => {
  const store = await temporaryStore();
  await importFile(store, fileOf([{ source: 'luogu', id: 'P1', title: 'A', content: 'x' }]), { update: false });
  const other = fileOf([{ source: 'luogu', id: 'P1', title: 'B' }]);
  expect(await importFile(store, other, { update: false })).toEqual({ read: 1, changed: 0 });
  await importFile(store, other, { update: true });
  expect(store.find('luogu', 'P1')).toMatchObject({ title: 'B', content: 'x' });
});

test.each([
  ['{', 'line 2 is no JSON'],
  [{ source: '', id: '1' }, 'line 2: source: '],
  [{ source: 'a,b', id: '1' }, 'line 2: source: '],
  [{ source: ' a', id: '1' }, 'line 2: source: '],
  [{ source: '..', id: '1' }, 'line 2: source: '],
  [{ source: 5, id: '1' }, 'line 2: source: '],
  [{ source: 'luogu' }, 'line 2: id: '],
  [{ source: 'luogu', id: 'P2', rating: 'high' }, 'line 2: rating: '],
  [{ source: 'luogu', id: 'P2', titel: 'x' }, '"titel"'],
])('B6 %j is refused by line and field, and nothing of the file is stored', async (line, message) => {
  const store = await temporaryStore();
  const file = fileOf([{ source: 'luogu', id: 'P1' }, line]);
  await expect(importFile(store, file, { update: false })).rejects.toThrow(message);
  expect(store.count('luogu')).toBe(0);
});

test('problems of any source are stored and served', async () => {
  const judge = await temporaryJudge();
  const sources = ['kattis', 'Open Kattis', 'kattis-2', 'acm.timus.ru', 'my/own', '百练', 'codeforce'];
  const lines = sources.map((source) => ({ source, id: 'hello', title: 'Wombat river', content: 'Cross it.' }));
  await importFile(judge.store, fileOf(lines), { update: false });
  for (const source of sources) {
    const name = encodeURIComponent(source);
    expect((await judge.get(`/api/v1/problems/${name}/hello`)).body).toMatchObject({ source, title: 'Wombat river' });
    expect((await judge.get(`/api/v1/problems/${name}`)).body.meta.total).toBe(1);
    const { body } = await judge.get(`/api/v1/similar?q=wombat&source=${name}`);
    expect(body.results).toMatchObject([{ source, id: 'hello' }]);
    expect((await judge.get(`/api/v1/similar/${name}/hello`)).status).toBe(200);
    if (source.includes('/')) continue;
    for (const query of [`${source}:hello`, `${source}/hello`]) {
      const resolved = await judge.get(`/api/v1/resolve/${encodeURIComponent(query)}`);
      expect(resolved.body).toMatchObject({ source, id: 'hello', problem: { source } });
    }
  }
});

test('a source that is neither known nor stored is refused with those there are', async () => {
  const judge = await temporaryJudge();
  await importFile(judge.store, fileOf([{ source: 'kattis', id: 'hello' }]), { update: false });
  expect((await judge.get('/api/v1/problems/nowhere/1')).body.detail).toBe(
    'invalid source: nowhere; use one of atcoder, codeforces, kattis, leetcode, luogu, quartet, spoj',
  );
});
