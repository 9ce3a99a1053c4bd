import { badCursor, badDetail } from '../../engines/filesearch/failures.ts';
import { type ListPlace, type Question, readCursor } from './cursor.ts';
import { limitOf, type Published, type RawArguments, type SpotlightWorld } from './spotlight-tool.ts';

/** How much of a list is shown, and from where. */
export interface View {
  readonly detail: 'brief' | 'full';
  /** The most bytes of JSON in one answer, though a first hit is always shown. */
  readonly pageBytes: number;
  /** The most hits in all answers together. */
  readonly limit: number;
  readonly question: Question;
  readonly place: ListPlace | undefined;
  /** Whether brief hits tell why they are where they are. */
  readonly reasons?: boolean;
}

/** Ordinary paths and lines take about three bytes a token, so that an answer stays within 1,500 tokens. */
const PAGE_BYTES = 4000;

export const viewArguments: Readonly<Record<string, Published>> = {
  limit: { type: 'integer', description: '1 to 1000 (default 100)' },
  detail: { type: 'string', enum: ['brief', 'full'], description: 'full: every attribute' },
  cursor: { type: 'string', description: 'From the last answer' },
};

/** Every hit with all that is known, in one answer. */
export const WHOLE: View = {
  detail: 'full',
  pageBytes: Number.POSITIVE_INFINITY,
  limit: Number.POSITIVE_INFINITY,
  question: [],
  place: undefined,
};

/** How the client wants to see the list that answers a question. A server with full metadata gives it whole, as the original does. */
export function viewOf(args: RawArguments, { fullMetadata }: SpotlightWorld, question: Question): View {
  const detail = detailOf(args) ?? (fullMetadata ? 'full' : 'brief');
  const { pageBytes } = fullMetadata && detail === 'full' ? WHOLE : { pageBytes: PAGE_BYTES };
  return { detail, pageBytes, limit: limitOf(args), question, place: placeOf(args, question) };
}

function detailOf({ detail }: RawArguments): View['detail'] | undefined {
  if (detail === 'brief' || detail === 'full') return detail;
  if (typeof detail === 'string' && detail !== '') throw badDetail(detail);
  return undefined;
}

function placeOf({ cursor }: RawArguments, question: Question): ListPlace | undefined {
  if (typeof cursor !== 'string' || cursor === '') return undefined;
  const place = readCursor(cursor, question);
  if (place === undefined) throw badCursor();
  return place;
}
