import { hrefTo } from '../../router.ts';

export const AGES = ['today', 'week', 'month', 'year'] as const;
export type Age = (typeof AGES)[number];

export const PARTS = ['names', 'text'] as const;
export type Part = (typeof PARTS)[number];

/** What the address says: what is looked for, and which file is open. */
export interface Place {
  readonly text: string;
  readonly kind: string;
  readonly age: Age | '';
  /** Where the text may be; empty: in names and contents. */
  readonly part: Part | '';
  /** Also what says the same in other words. */
  readonly meaning: boolean;
  /** Empty: all folders that may be searched. */
  readonly folder: string;
  readonly file: string;
}

export function placeOf(query: URLSearchParams): Place {
  const [age, part] = [query.get('age'), query.get('look')];
  return {
    text: query.get('q') ?? '',
    kind: query.get('kind') ?? '',
    age: AGES.find((each) => each === age) ?? '',
    part: PARTS.find((each) => each === part) ?? '',
    meaning: query.get('meaning') === '1',
    folder: query.get('in') ?? '',
    file: query.get('file') ?? '',
  };
}

export function hrefOf({ text, kind, age, part, meaning, folder, file }: Place): string {
  return hrefTo('files', [], { q: text, kind, age, look: part, meaning: meaning ? '1' : '', in: folder, file });
}

const DAY_MS = 86_400_000;
const DAYS: Readonly<Record<Age, number>> = { today: 1, week: 7, month: 30, year: 365 };

/** The moment that an age begins; today does so at midnight of where the reader is. */
export function beginOf(age: Age, now: number): number {
  return age === 'today' ? new Date(now).setHours(0, 0, 0, 0) : now - DAYS[age] * DAY_MS;
}
