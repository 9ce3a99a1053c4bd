import type { VersionRow } from '../../../engines/library/index.ts';
import { harmless } from '../../../lib/harmless.ts';
import type { Settings } from '../../options/settings.ts';
import { NO_SCREEN, type Screen, screenOf } from '../../terminal/screen.ts';
import { plain, type Span } from '../../terminal/spans.ts';
import { tableLines } from '../../terminal/table.ts';
import { UsageError } from '../../terminal/usage.ts';
import { lessonNamed } from './named-lesson.ts';
import { withLibrary } from './session.ts';

export interface HistoryFlags {
  readonly user?: string;
  readonly limit?: string;
  readonly json?: boolean;
}

const DEFAULT_LIMIT = 50;
/** For a program that reads it: no cell is broken. */
const WIDE: Screen = { ...NO_SCREEN, columns: 500 };

/** Prints the versions of a lesson, newest first. */
export async function printHistory(
  book: string,
  path: string,
  flags: HistoryFlags,
  settings: Settings,
): Promise<number> {
  const asked = await lessonNamed(book, path, flags.user);
  const limit = readLimit(flags.limit);
  return await withLibrary('history', settings, {}, async ({ world: { library }, progress }) => {
    const { lesson, neverWritten, upToDate } = await import('../../../engines/library/index.ts');
    const file = lesson(asked.book, asked.path, asked.user);
    await upToDate(library, file);
    const rows = await library.journal.history.list(file, limit + 1);
    if (rows.length === 0) throw neverWritten(file);
    const shown = rows.slice(0, limit);
    progress.end();
    if (flags.json) process.stdout.write(`${JSON.stringify(shown.map(inToolSpelling), undefined, 2)}\n`);
    else process.stdout.write(inWords(shown, screenOf(process.stdout, process.env) ?? WIDE));
    if (!flags.json && rows.length > limit) process.stderr.write(`There are more: --limit ${limit * 2}.\n`);
    return 0;
  });
}

function readLimit(text: string | undefined): number {
  const limit = text === undefined ? DEFAULT_LIMIT : Number(text);
  if (Number.isSafeInteger(limit) && limit > 0) return limit;
  throw new UsageError('--limit must be a whole number above 0');
}

function inToolSpelling({ writtenAt, agentId, operation, size, sha256 }: VersionRow) {
  const what = sha256 === null ? { deleted: true } : { file_size: size, file_hash_sha256: sha256 };
  return { written_at: writtenAt, agent_id: agentId, operation, ...what };
}

const COLUMNS = [
  { title: 'Written' },
  { title: 'Version' },
  { title: 'Bytes', right: true },
  { title: 'By' },
  { title: 'With' },
];

function inWords(rows: readonly VersionRow[], { columns, paint }: Screen): string {
  const cells = rows.map(({ writtenAt, sha256, size, agentId, operation }): Span[][] => [
    [plain(writtenAt.replace('T', ' ').replace(/\.\d+Z$/, 'Z'))],
    [sha256 === null ? plain('deleted', 'red') : plain(sha256.slice(0, SHORT), 'cyan')],
    [plain(sha256 === null ? '' : String(size))],
    [plain(harmless(agentId))],
    [plain(harmless(operation), 'dim')],
  ]);
  const lines = tableLines(COLUMNS, cells, columns, paint) ?? cells.map((row) => row.map(textOf).join('  '));
  return `${lines.join('\n')}\n`;
}

/** Enough to tell the versions of a lesson apart, and to be typed. */
const SHORT = 12;

function textOf(spans: readonly Span[]): string {
  return spans.map(({ text }) => text).join('');
}
