import type { MetadataValue } from './metadata.ts';

export type Attributes = Record<string, MetadataValue>;

const MAX_TEXT = 10_000;
const HALF_A_PAIR = /[\ud800-\udbff]$/;

/** Keeps what can be shown: no empty text, no NaN, no empty list. */
export function present(values: Readonly<Record<string, unknown>>): Attributes {
  const kept: Attributes = {};
  for (const [name, value] of Object.entries(values)) {
    const shown = Array.isArray(value) ? list(value) : single(value);
    if (shown !== undefined) kept[name] = shown;
  }
  return kept;
}

function list(values: readonly unknown[]): MetadataValue | undefined {
  const shown = values.map(single).filter((value) => value !== undefined);
  return shown.length === 0 ? undefined : shown;
}

function single(value: unknown): string | number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  return value.replaceAll('\0', '').trim().slice(0, MAX_TEXT).replace(HALF_A_PAIR, '') || undefined;
}

/** A moment as attributes show it: UTC, whole seconds. */
export function moment(date: Date): string | undefined {
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Names that are written in one line, as Office does. */
export function people(names: unknown): string[] | undefined {
  return typeof names === 'string' ? names.split(';') : undefined;
}
