import type { CallSummary, FailureGroup, MinuteFigures } from '../../mcp/server-types.ts';
import { counted, duration } from '../../ui/format.ts';

const MINUTES = 30;
const MINUTE_MS = 60_000;

/** The last half hour, minute by minute, the oldest first. Where there were no calls, there are no times. */
export interface Activity {
  /** Where each minute begins, in seconds. */
  readonly minutes: readonly number[];
  readonly ok: readonly number[];
  readonly failed: readonly number[];
  readonly p50: readonly (number | null)[];
  readonly p95: readonly (number | null)[];
}

/** Puts figures into the half hour that ends now, by the server's clock. */
export function activityOf(figures: readonly MinuteFigures[], now: number): Activity {
  const known = new Map(figures.map((minute) => [minuteOf(minute.at), minute]));
  const numbers = Array.from({ length: MINUTES }, (_, at) => Math.floor(now / MINUTE_MS) - MINUTES + 1 + at);
  const column = <Value>(pick: (minute: MinuteFigures) => Value, none: Value) =>
    numbers.map((number) => {
      const minute = known.get(number);
      return minute === undefined ? none : pick(minute);
    });
  return {
    minutes: numbers.map((number) => (number * MINUTE_MS) / 1000),
    ok: column(({ ok }) => ok, 0),
    failed: column(({ failed }) => failed, 0),
    p50: column<number | null>(({ p50 }) => p50, null),
    p95: column<number | null>(({ p95 }) => p95, null),
  };
}

/** The figures of calls that are known, for those whom the server tells no figures of all. */
export function minutesOf(calls: readonly CallSummary[]): MinuteFigures[] {
  return Array.from(
    groupedBy(calls, ({ at }) => minuteOf(at)),
    ([number, some]) => {
      const times = some.map(({ ms }) => ms).sort((a, b) => a - b);
      const percentile = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0;
      const ok = some.filter(({ outcome }) => outcome === 'ok').length;
      const at = new Date(number * MINUTE_MS).toISOString();
      return { at, ok, failed: some.length - ok, p50: percentile(0.5), p95: percentile(0.95) };
    },
  );
}

/** The same for failures: the last first. */
export function failuresOf(calls: readonly CallSummary[]): FailureGroup[] {
  const failed = calls.filter(({ outcome }) => outcome !== 'ok');
  const groups = groupedBy(failed, ({ tool, outcome, code }) => `${tool} ${outcome} ${code}`);
  return Array.from(groups.values(), (some) => {
    const { tool, toolset, outcome, code, at } = some.at(-1) as CallSummary;
    return { tool, toolset, outcome, code, count: some.length, last_at: at };
  }).sort((a, b) => (a.last_at < b.last_at ? 1 : -1));
}

/** What the chart of calls shows, in a sentence. */
export function callsInWords({ ok, failed }: Activity): string {
  const most = Math.max(...ok.map((count, at) => count + (failed[at] ?? 0)));
  if (most === 0) return 'Calls per minute in the last half hour: none.';
  const sums = `${counted(sum(ok), 'call')} worked, ${sum(failed).toLocaleString('en')} did not`;
  return `Calls per minute in the last half hour: ${sums}. At most ${counted(most, 'call')} in a minute.`;
}

/** What the chart of times shows, in a sentence. */
export function timesInWords({ p50, p95 }: Activity): string {
  const last = p50.findLastIndex((ms) => ms !== null);
  if (last === -1) return 'Time of a call in the last half hour: no calls.';
  const slowest = duration(Math.max(...p95.map((ms) => ms ?? 0)));
  const now = `half took less than ${duration(p50[last] ?? 0)}, 95 % less than ${duration(p95[last] ?? 0)}`;
  return `Time of a call in the last half hour. In the last minute with calls, ${now}. Slowest minute: 95 % below ${slowest}.`;
}

function minuteOf(moment: string): number {
  return Math.floor(Date.parse(moment) / MINUTE_MS);
}

function groupedBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
