import type { TimeBudget } from '../../../lib/time-budget.ts';
import type { FileEntry } from '../index/entries.ts';
import type { DocumentTexts } from './document-texts.ts';
import { decode, LARGEST_FILE, type Passage, readLarge, readSmall, WINDOW } from './passages.ts';

/** How the reading of a file ended: `part` when some of its text could not be read, `overran` when that takes too much. */
export type PassagesEnd = 'done' | 'part' | 'overran';

const DOCUMENT_ENDS = { gone: 'done', unreadable: 'part', overrun: 'overran' } as const;

/** Gives the text of a file passage by passage, until `take` says that it has seen enough; a document or a small file is one passage. */
export async function eachPassage(
  entry: FileEntry,
  documents: DocumentTexts,
  budget: TimeBudget,
  take: (passage: Passage) => boolean,
): Promise<PassagesEnd> {
  const document = documents.of(entry);
  if (document) {
    const passage = document instanceof Promise ? await budget.within(document) : document;
    if (typeof passage === 'string') return DOCUMENT_ENDS[passage];
    take(passage);
    return 'done';
  }
  if (entry.size === 0) return 'done';
  const small = entry.size < WINDOW ? readSmall(entry.path, entry.size) : 'large';
  if (small === 'large') {
    const end = await readLarge(entry.path, budget, LARGEST_FILE, take);
    return end === 'beyond' || end === 'unreadable' ? 'part' : 'done';
  }
  if (small === 'unreadable') return 'part';
  if (typeof small === 'object') take({ ...decode(small.bytes, small.encoding), start: 0 });
  return 'done';
}
