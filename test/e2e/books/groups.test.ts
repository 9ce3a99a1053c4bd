import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sha256 } from '../../../src/engines/library/model/files.ts';
import { times } from '../../harness/books/setup.ts';
import { Wire } from '../../harness/books/wire.ts';
import { groupCrashRounds } from '../../soak/groups/groups.ts';

const book_id = 'group-book';
const PATHS = Array.from({ length: 6 }, (_, at) => `content/01-Part/0${1 + (at % 2)}-Chapter/0${at + 1}-lesson.md`);
/** Lessons come and go with every second group. */
const COMING = 'content/01-Part/03-Coming/01-and-going.md';
const SWITCHING = [COMING, COMING.replace('01-and', '02-and')];

let root: string;
const wires: Wire[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'quartet-readers-'));
});

afterEach(async () => {
  await Promise.all(wires.splice(0).map((wire) => wire.end()));
  await rm(root, { recursive: true, force: true });
});

async function start(): Promise<Wire> {
  const wire = await Wire.books(root, { QUARTET_EXTRAS: '1' });
  wires.push(wire);
  return wire;
}

it('kills in the middle of groups leave all of a group or nothing', { timeout: 400_000 }, async () => {
  // Each way of dying once at least.
  const rounds = times(16) + 28;
  const { kills, whole, none } = await groupCrashRounds(rounds, 3);
  expect(kills).toBeGreaterThanOrEqual(rounds);
  expect(whole + none).toBe(rounds);
});

const textOf = (generation: number) => `generation ${generation}\n`;

/** The changes that make a book of one generation that of the next. */
function next(generation: number) {
  const [before, content] = [textOf(generation - 1), textOf(generation)];
  const expected_hash = sha256(before);
  const isFirst = generation === 1;
  const [gone, come] = generation % 2 === 0 ? SWITCHING : [...SWITCHING].reverse();
  return [
    ...PATHS.map((path) => ({ path, content, ...(!isFirst && { expected_hash }) })),
    ...(isFirst ? [] : [{ path: gone, delete: true, expected_hash }]),
    { path: come, content },
  ];
}

it('readers, in the same process or another, never see a part of a group', { timeout: 300_000 }, async () => {
  const [writer, reader] = [await start(), await start()];
  await writer.data('write_many', { book_id, changes: next(1) });
  let generation = 1;
  let isOver = false;
  const writing = (async () => {
    for (const last = 1 + times(12); generation < last; ) {
      await writer.data('write_many', { book_id, changes: next(generation + 1) });
      generation++;
    }
  })().finally(() => {
    isOver = true;
  });
  const looks: [string, (wire: Wire) => Promise<void>][] = [
    ['bulk', async (wire) => same(await contents(wire))],
    ['grep', async (wire) => same(await lines(wire))],
    [
      'glob',
      async (wire) => {
        const { result } = await wire.data('glob_search', { book_id, pattern: 'content/**' });
        expect(result).toHaveLength(PATHS.length + 1);
      },
    ],
    ['single', singly],
    [
      'delta',
      async (wire) => {
        const { changed_files } = await wire.data('delta_build', {
          book_id,
          since: '2020-01-01T00:00:00Z',
          include_content: true,
        });
        same((changed_files as { content: string }[]).map(({ content }) => content));
      },
    ],
    [
      'validate',
      async (wire) => {
        const { summary, errors } = await wire.data('validate_book', { book_id, include_warnings: false });
        expect({ summary, errors }).toMatchObject({ summary: { total_files: PATHS.length + 1 }, errors: [] });
      },
    ],
    [
      'archive',
      async (wire) => {
        const { file_count, status } = await wire.data('get_book_archive', { book_id });
        expect({ file_count, status }).toEqual({ file_count: PATHS.length + 1, status: 'success' });
      },
    ],
  ];
  const seen = new Map<string, number>();
  const reading = [writer, reader].flatMap((wire) =>
    looks.map(async ([name, look]) => {
      while (!isOver) {
        await look(wire);
        seen.set(name, (seen.get(name) ?? 0) + 1);
      }
    }),
  );
  await Promise.all([writing, ...reading]);
  expect(seen.size).toBe(looks.length);
  same(await contents(reader));
});

async function contents(wire: Wire): Promise<string[]> {
  const { result } = await wire.data('read_content', { book_id, path: 'content', scope: 'book' });
  return (result as { content: string }[]).map(({ content }) => content);
}

async function lines(wire: Wire): Promise<string[]> {
  const { result } = await wire.data('grep_search', { book_id, pattern: '^generation' });
  return (result as { matched_line: string }[]).map(({ matched_line }) => matched_line);
}

function same(texts: readonly string[]): void {
  expect([new Set(texts).size, texts.length]).toEqual([1, PATHS.length + 1]);
}

/** Who has seen a lesson of a generation finds no older one afterwards. */
async function singly(wire: Wire): Promise<void> {
  let newest = 0;
  for (const path of [...PATHS, ...PATHS]) {
    const { content } = await wire.data('read_content', { book_id, path });
    const generation = Number(String(content).slice('generation '.length));
    expect(generation).toBeGreaterThanOrEqual(newest);
    newest = generation;
  }
}
