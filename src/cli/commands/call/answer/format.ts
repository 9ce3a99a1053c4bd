import { harmless } from '../../../../lib/harmless.ts';
import { plain, type Span } from '../../../terminal/spans.ts';

const MOMENT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const HASH = /^[0-9a-f]{64}$/;
const SHORT_HASH = 12;

/** A value in a cell: short, and harmless. Whoever needs every digit asks for JSON. */
export function cellOf(value: unknown): Span[] {
  if (value === undefined || value === null || value === '') return [];
  if (typeof value === 'string' && HASH.test(value)) return [plain(`${value.slice(0, SHORT_HASH)}…`, 'dim')];
  return [plain(isUtc(value) ? valueText(value).slice(0, -' UTC'.length) : valueText(value))];
}

/** Whether a value is a moment in UTC, which the title of its column says once. */
export function isUtc(value: unknown): boolean {
  return typeof value === 'string' && moment(value)?.endsWith(' UTC') === true;
}

/** A value in full, on one line. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return harmless(moment(value) ?? value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return harmless(JSON.stringify(value) ?? '');
}

/** A moment as people write it; it stays in the time of the answer, which is UTC. */
export function moment(text: string): string | undefined {
  const [, day, time, , , zone] = MOMENT.exec(text) ?? [];
  return day === undefined ? undefined : `${day} ${time}${zone === 'Z' ? ' UTC' : ` ${zone}`}`;
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

export function sizeText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${value.toFixed(power > 0 && value < 10 ? 1 : 0)} ${UNITS[power]}`;
}
