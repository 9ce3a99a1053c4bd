import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { groundOf } from '../../harness/books/ground.ts';
import { times } from '../../harness/books/setup.ts';
import { Wire } from '../../harness/books/wire.ts';
import { runQuartet } from '../../harness/run-quartet.ts';

const root = mkdtempSync(join(tmpdir(), 'quartet-references-'));
const ground = groundOf(root);
const book_id = 'long-book';
let wire: Wire;

beforeAll(async () => {
  wire = await Wire.books(root);
});

afterAll(async () => {
  await wire.end();
  rmSync(root, { recursive: true });
});

it('validate_book finds the one broken link and the one unused asset of a long book, and leaves out users’ own versions', async () => {
  const text = '# Lesson\n\nSee [the next](02-b.md) and ![this](../../../static/img/used.png).\n\n';
  for (let chapter = 10; chapter < 10 + times(80); chapter++) {
    ground.write(`books/${book_id}/content/01-Part/${chapter}-C${chapter}/01-a.md`, text.repeat(20));
    ground.write(`books/${book_id}/content/01-Part/${chapter}-C${chapter}/02-b.md`, text);
  }
  ground.write(`books/${book_id}/static/img/used.png`, 'x');
  expect(await wire.data('validate_book', { book_id })).toMatchObject({ valid: true, warnings: [] });

  const path = 'content/01-Part/11-C11/03-c.md';
  await wire.data('write_content', { book_id, path, content: '# C\n\n[gone](04-d.md)\n' });
  await wire.data('write_content', { book_id, path, user_id: 'ann', content: '[secret](05-e.md)\n' });
  await wire.data('upload_asset', { book_id, asset_type: 'img', filename: 'new.png', binary_data: 'eA==' });
  const found = {
    valid: true,
    warnings: [
      { path, line: 3, issue: '"04-d.md" leads to content/01-Part/11-C11/04-d.md, which is not there' },
      { path: 'static/img/new.png', issue: 'No shared lesson refers to this asset' },
    ],
  };
  expect(await wire.data('validate_book', { book_id })).toMatchObject(found);
  expect(await wire.data('validate_book', { book_id })).toMatchObject(found);

  await wire.data('delete_content', { book_id, path });
  expect(await wire.data('validate_book', { book_id })).toMatchObject({ warnings: [{ path: 'static/img/new.png' }] });
});

it('a person moves a lesson with the links to it, after a look at what would happen', async () => {
  const [here, there] = ['01-Part/01-Chapter/01-a.md', '02-Part/01-Other/01-z.md'];
  const link = (to: string) => `[a](${to})`;
  const other = 'content/01-Part/01-Chapter/02-b.md';
  await wire.data('write_content', { book_id: 'moving', path: `content/${here}`, content: '# A' });
  await wire.data('write_content', { book_id: 'moving', path: other, content: link('01-a.md') });
  const move = (...args: string[]) => runQuartet(['books', 'move', 'moving', ...args, '--root', root]);
  const lines = [`moved      content/${here}`, `to         content/${there}`, `rewritten  ${other} (1 link)`];
  expect(await move(here, `content/${there}`, '--dry-run')).toMatchObject({
    code: 0,
    stdout: [...lines, 'Would move 1 file and rewrite 1 link in 1 lesson.', ''].join('\n'),
  });
  expect(await wire.data('read_content', { book_id: 'moving', path: other })).toMatchObject({
    content: link('01-a.md'),
  });
  expect(await move(here, there)).toMatchObject({
    code: 0,
    stdout: [...lines, 'Moved 1 file and rewrote 1 link in 1 lesson.', ''].join('\n'),
  });
  expect(await wire.data('read_content', { book_id: 'moving', path: other })).toMatchObject({
    content: link('../../02-Part/01-Other/01-z.md'),
  });
  expect(JSON.parse((await move(there, here, '--json')).stdout)).toMatchObject({
    status: 'success',
    moved: [{ from: `content/${there}`, to: `content/${here}` }],
    rewritten: [{ path: other, links: 1 }],
    unchecked: [],
  });
  expect(await move(there, here)).toMatchObject({ code: 1, stdout: '' });
  expect(await move('X', here)).toMatchObject({ code: 1, stdout: '' });
});
