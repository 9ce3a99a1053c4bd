/** A value of an attribute as it goes over the wire. */
export type MetadataValue = string | number | readonly MetadataValue[] | { readonly [key: string]: MetadataValue };

export type Attributes = Readonly<Record<string, MetadataValue>>;

/** A value in the form that clients get: dates as text, booleans as 0 or 1; undefined when there is no such form. */
export function represented(value: unknown): MetadataValue | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (value instanceof Date) return dateText(value);
  if (Array.isArray(value)) {
    const items = value.map(represented);
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (!isPlainObject(value)) return undefined;
  const entries = Object.entries(value).map(([key, member]) => [key, represented(member)] as const);
  return entries.every(([, member]) => member !== undefined)
    ? Object.fromEntries(entries as [string, MetadataValue][])
    : undefined;
}

/** The attributes that can be represented; the others are left out. */
export function attributes(values: Readonly<Record<string, unknown>>): Attributes {
  const entries = Object.entries(values).map(([key, value]) => [key, represented(value)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, MetadataValue] => entry[1] !== undefined));
}

/** Compact JSON with the keys of every object in ascending order. */
export function sortedJson(value: MetadataValue): string {
  if (isList(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${sortedJson(member)}`).join(',')}}`;
}

/** `YYYY-MM-DDTHH:MM:SSZ`; a year of another length has no such form. */
function dateText(date: Date): string | undefined {
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString();
  return text.length === 24 ? `${text.slice(0, 19)}Z` : undefined;
}

function isList(value: MetadataValue): value is readonly MetadataValue[] {
  return Array.isArray(value);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));
}
