import type { Library } from '../commit/library.ts';
import type { BookFinding } from '../model/book-finding.ts';
import { BASE } from '../model/file-key.ts';
import type { BookId } from '../model/names.ts';
import { checkReferences } from './check-references.ts';
import type { FactsReader } from './lesson-facts.ts';

/** What is not looked at within this time is left to the next call, which need not read the rest again. */
const TIME_MS = 15_000;

interface Asked {
  readonly book: BookId;
  /** By the paths of lessons: where their authors believe them to be. */
  readonly originals: ReadonlyMap<string, string>;
  readonly signal: AbortSignal;
}

/** Checks what the shared lessons of a book refer to; the journal must tell what is there. */
export async function findBrokenReferences(
  library: Library,
  reader: FactsReader,
  { book, originals, signal }: Asked,
  timeMs = TIME_MS,
): Promise<BookFinding[]> {
  const rows = await library.journal.rows(book, [BASE]);
  const lessons = rows.filter(({ path }) => path.startsWith('content/') && path.endsWith('.md'));
  const facts = await reader.read(lessons, timeMs, signal);
  const left = lessons.filter(({ path }) => !facts.has(path));
  const paths = new Set(rows.map(({ path }) => path));
  const findings = await checkReferences(book, { paths, facts, originals }, left.length === 0);
  const [first] = left;
  if (first === undefined) return findings;
  const issue =
    `The links of ${left.length} lessons, this one first, were not checked: they cannot be read, are too long, or time was up. ` +
    'Validate again to go on.';
  return [...findings, { path: first.path, issue }];
}
