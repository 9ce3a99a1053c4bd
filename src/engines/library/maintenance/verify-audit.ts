import type { ChainHead, FileRow, Journal } from '../journal/journal.ts';
import type { FileKey } from '../model/file-key.ts';
import type { BookId } from '../model/names.ts';
import { type Finding, finding } from './finding.ts';

/** Checks the database, every chain in it, also of books that have no files left, and what the journal says against what the chains say. */
export async function verifyAudit(
  journal: Journal,
  books: readonly BookId[],
  { book, heads = [] }: { readonly book?: BookId | undefined; readonly heads?: readonly ChainHead[] },
): Promise<{ entries: number; findings: Finding[]; notices: string[] }> {
  const problems = await journal.problems();
  const findings: Finding[] = problems.map((detail) => ({ ...NOWHERE, kind: 'journal', detail }));
  const chains = book === undefined ? (await journal.heads()).map(({ bookId }) => bookId) : [book];
  let entries = 0;
  for (const chain of chains) {
    const report = await journal.verifyChain(chain);
    entries += report.entries;
    for (const { id, reason } of report.breaks) {
      findings.push({ ...NOWHERE, book: chain, kind: 'chain', detail: `entry ${id}: ${reason}` });
    }
  }
  const notices: string[] = [];
  for (const head of heads) {
    const { bookId } = head;
    const { wrong, outdated } = await compared(journal, head);
    if (wrong !== undefined) findings.push({ ...NOWHERE, book: bookId, kind: 'head', detail: wrong });
    if (outdated !== undefined) notices.push(`${bookId}: ${outdated}`);
  }
  for (const one of books) findings.push(...(await unaudited(journal, one)));
  return { entries, findings, notices };
}

const NOWHERE = { book: '', path: '', repaired: false } as const;

/** Why a chain is not the continuation of what it once was, or why that cannot be told any more. */
async function compared(
  journal: Journal,
  { bookId, entries, hash }: ChainHead,
): Promise<{ wrong?: string; outdated?: string }> {
  const there = await journal.hashAt(bookId, entries);
  const now = (await journal.heads()).find((head) => head.bookId === bookId);
  const length = now?.entries ?? 0;
  if (length < entries) return { wrong: `the chain had ${entries} entries, now it has ${length}: some were removed` };
  if (there === hash) return {};
  if (there !== undefined)
    return { wrong: `entry ${entries} of the chain is not the one that was expected: the log was rewritten` };
  const { removed } = now ?? {};
  // The anchor itself is checked with the chain.
  if (removed === undefined || removed.entries < entries)
    return { wrong: `entry ${entries} of the chain is missing: it was removed` };
  return {
    outdated: `entry ${entries} was taken out of the log by "gc --audit-older-than" (up to entry ${removed.entries}, ${removed.at}), so this head tells nothing any more; keep a newer one with "audit --heads"`,
  };
}

/** Looked at twice, because a change may have come in between: then it is another disagreement, or none. */
async function unaudited(journal: Journal, book: BookId): Promise<Finding[]> {
  const suspects = await disagreements(journal, book);
  const still = suspects.size > 0 ? await disagreements(journal, book) : suspects;
  const wrong = [...suspects].filter(([what]) => still.has(what)).map(([, file]) => file);
  return wrong.map((file) => finding(file, 'unaudited', 'the journal does not say what the last audit entry says'));
}

/** The files that journal and audit log disagree about, by name and what each of them says. */
async function disagreements(journal: Journal, book: BookId): Promise<Map<string, FileKey>> {
  const audited = new Map((await journal.audited(book)).map((file) => [nameOf(file), file]));
  const rows: readonly FileRow[] = await journal.rows(book, await journal.users(book));
  const wrong = new Map<string, FileKey>();
  for (const row of rows) {
    const entry = audited.get(nameOf(row));
    const agent = entry?.agentId ?? row.writtenBy;
    if (entry?.sha256 !== row.sha256 || agent !== row.writtenBy)
      wrong.set([nameOf(row), row.sha256, row.writtenBy, entry?.sha256, agent].join('\0'), row);
    audited.delete(nameOf(row));
  }
  for (const [name, file] of audited) wrong.set(`${name}\0\0${file.sha256}`, file);
  return wrong;
}

function nameOf({ path, userId }: FileKey): string {
  return `${userId}\0${path}`;
}
