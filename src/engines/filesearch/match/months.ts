const NAMES: readonly string[] = [
  'january jan januar janner',
  'february feb februar',
  'march mar marz mrz',
  'april apr',
  'may mai',
  'june jun juni',
  'july jul juli',
  'august aug',
  'september sep sept',
  'october oct oktober okt',
  'november nov',
  'december dec dezember dez',
];

const MONTHS: ReadonlyMap<string, string> = new Map(
  NAMES.flatMap((names, at) => names.split(' ').map((name) => [name, String(at + 1).padStart(2, '0')] as const)),
);

/** The number of a month with two digits, by its folded name in English or German. */
export function monthCalled(word: string): string | undefined {
  return MONTHS.get(word);
}

/** How texts shorten a month that a query names in full. */
export function shortMonths(word: string): readonly string[] {
  if (word.length < 5 || !MONTHS.has(word)) return [];
  return [word.slice(0, 3), ...(word === 'september' ? ['sept'] : [])];
}

const YEAR = /^(?:19|20)\d\d$/;
const YEAR_AND_MONTH = /^(?:19|20)\d\d(\d\d)(?:\d\d)?$/;

/** Whether the words of a name say this month at a place, as a number beside a year: `2024-03`, `20240312`, `12.03.2024`. */
export function saysMonth(parts: readonly string[], at: number, month: string): boolean {
  const part = parts[at] as string;
  if (part === month) return YEAR.test(parts[at - 1] ?? '') || YEAR.test(parts[at + 1] ?? '');
  return YEAR_AND_MONTH.exec(part)?.[1] === month;
}
