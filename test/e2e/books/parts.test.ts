import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MarkdownParser } from '../../../src/engines/library/markdown/markdown-parser.ts';
import { replaceSection } from '../../../src/engines/library/markdown/replace-section.ts';
import { anyEdit, anyLesson } from '../../../src/engines/library/markdown/testing/lessons.ts';
import { groundOf } from '../../harness/books/ground.ts';
import { journalOf, times } from '../../harness/books/setup.ts';
import { Wire } from '../../harness/books/wire.ts';
import { dataOf } from '../../harness/result-data.ts';

const root = mkdtempSync(join(tmpdir(), 'quartet-parts-'));
const ground = groundOf(root);
const parser = new MarkdownParser();
let servers: [Wire, Wire];
let lessons = 0;

beforeAll(async () => {
  servers = [await Wire.books(root), await Wire.books(root)];
});

afterAll(async () => {
  await Promise.all([...servers.map((server) => server.end()), parser.close()]);
  rmSync(root, { recursive: true });
});

async function newLesson(content: string, user_id?: string) {
  const file = { book_id: 'parts', path: `content/01-Part/01-Chapter/01-a${++lessons}.md`, user_id };
  await servers[0].data('write_content', { ...file, content });
  const owner = user_id === undefined ? '' : `users/${user_id}/`;
  return { file, read: () => ground.read(`books/parts/${owner}${file.path}`).toString() };
}

it('for any lesson and any two edits of different sections, made at the same time in two servers, both survive', async () => {
  const user = fc.constantFrom(undefined, 'ann');
  const story = fc.asyncProperty(
    anyLesson.filter((text) => text !== ''),
    fc.nat(),
    fc.nat(),
    anyEdit('A'),
    anyEdit('B'),
    user,
    async (text, one, other, a, b, user_id) => {
      const { all } = await parser.sections(text);
      const [first, second] = [one % all.length, other % all.length].sort((x, y) => x - y);
      const [upper, lower] = [all[first ?? 0], all[second ?? 0]];
      fc.pre(upper !== undefined && lower !== undefined && upper !== lower);
      const edits = [
        { section: upper.name, section_hash: upper.hash, content: a },
        { section: lower.name, section_hash: lower.hash, content: b },
      ];
      const alone = edits.map(({ section_hash: hash, ...edit }) =>
        replaceSection(parser, '', text, { ...edit, hash }).catch(() => undefined),
      );
      fc.pre(!(await Promise.all(alone)).includes(undefined));
      const { file, read } = await newLesson(text, user_id);
      await Promise.all(edits.map((edit, n) => servers[n as 0 | 1].data('write_content', { ...file, ...edit })));
      const middle = text.slice(upper.end, lower.start);
      expect(read()).toBe(`${text.slice(0, upper.start)}${a}${middle}${b}${text.slice(lower.end)}`);
    },
  );
  await fc.assert(story, { numRuns: times(80) });
});

it('twelve agents on twelve sections of one lesson never conflict, and each step is in the audit log', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `Section ${n}`);
  const { file, read } = await newLesson(names.map((name) => `## ${name}\r\n\r\n0\r\n\r\n`).join(''));
  const agent = async (section: string, server: Wire) => {
    let { section_hash } = await server.data('read_content', { ...file, section });
    for (let step = 1; step <= 3; step++) {
      const content = `## ${section}\r\n\r\n${step}`;
      ({ section_hash } = await server.data('write_content', { ...file, section, section_hash, content }));
    }
  };
  await Promise.all(names.map((name, n) => agent(name, servers[(n % 2) as 0 | 1])));
  expect(read()).toBe(names.map((name) => `## ${name}\r\n\r\n3\r\n\r\n`).join(''));
  const journal = await journalOf(root);
  const rows = await journal.audit({ bookId: 'parts', path: file.path, operation: 'write_content' });
  expect(rows.filter(({ status }) => status === 'success')).toHaveLength(1 + 12 * 3);
  expect(rows.filter(({ status }) => status !== 'success')).toEqual([]);
  expect((await journal.verifyChain('parts')).valid).toBe(true);
  await journal.close();
});

it('of several edits of one section exactly one succeeds, whatever happens to the others meanwhile', async () => {
  const { file, read } = await newLesson('# A\n0\n# B\n0\n');
  const { section_hash } = await servers[0].data('read_content', { ...file, section: 'A' });
  const other = await servers[0].data('read_content', { ...file, section: 'B' });
  const edits = Array.from({ length: 6 }, (_, n) => ({ section: 'A', section_hash, content: `# A\n${n + 1}\n` }));
  const results = await Promise.all([
    ...edits.map((edit, n) => servers[(n % 2) as 0 | 1].result('write_content', { ...file, ...edit })),
    servers[1].result('write_content', {
      ...file,
      section: 'B',
      section_hash: other.section_hash,
      content: '# B\n1\n',
    }),
  ]);
  const failures = results.filter(({ isError }) => isError).map((result) => dataOf(result));
  expect(failures.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 'CONFLICT'));
  const now = await servers[0].data('read_content', { ...file, section: 'A' });
  expect(failures[0]).toMatchObject({ section: 'A', current_section_hash: now.section_hash });
  expect(read()).toMatch(/^# A\n[1-6]\n# B\n1\n$/);
});
