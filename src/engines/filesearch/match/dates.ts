const DATES: readonly RegExp[] = [
  /^(?<year>(?:19|20)\d\d)[-./_](?<month>\d{1,2})(?:[-./_](?<day>\d{1,2}))?$/,
  /^(?:(?<day>\d{1,2})[-./_])?(?<month>\d{1,2})[-./_](?<year>(?:19|20)\d\d)$/,
  /^(?<year>(?:19|20)\d\d)(?<month>\d\d)(?<day>\d\d)$/,
];

/** A day or a month in numbers; each without zeros in front. */
export interface NamedDate {
  readonly year: string;
  readonly month: string;
  readonly day: string | undefined;
}

/** The date that a folded word is, with the year at either end. */
export function dateCalled(word: string): NamedDate | undefined {
  const found = DATES.map((way) => way.exec(word)?.groups).find((groups) => groups !== undefined);
  if (!found) return undefined;
  const { year = '', month, day } = found;
  const isDate =
    Number(month) >= 1 && Number(month) <= 12 && (day === undefined || (Number(day) >= 1 && Number(day) <= 31));
  return isDate
    ? { year, month: String(Number(month)), day: day === undefined ? undefined : String(Number(day)) }
    : undefined;
}

/** The source of an expression for a date in a name, in any of its orders. */
export function dateSource({ year, month, day }: NamedDate): string {
  const gap = '[-_. ]?';
  const [m, d] = [`0?${month}`, day === undefined ? [] : [`0?${day}`]];
  return [[year, m, ...d].join(gap), [...d, m, year].join(gap)].join('|');
}

/** The last of the words of a name that from a place on are this date: `2020-11-05`, `05.11.2020`, `20201105`; undefined when they are not. */
export function dateEnd(parts: readonly string[], from: number, { year, month, day }: NamedDate): number | undefined {
  const wanted = day === undefined ? [year, month] : [year, month, day];
  const part = parts[from] as string;
  const twoDigits = wanted.map((number) => number.padStart(2, '0'));
  if (part === twoDigits.join('') || part === twoDigits.toReversed().join('')) return from;
  const there = parts.slice(from, from + wanted.length).map((each) => each.replace(/^0+(?=\d)/, ''));
  const isThere = [wanted, wanted.toReversed()].some((order) => order.every((number, at) => there[at] === number));
  return isThere ? from + wanted.length - 1 : undefined;
}
