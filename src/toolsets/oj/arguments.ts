import type * as z from 'zod';
import { ToolFailure } from '../../kernel/errors.ts';
import { preview } from '../../kernel/text.ts';

/** An argument that may be left out. */
export function optional<Shape extends z.ZodType>(shape: Shape, description: string) {
  return shape.optional().describe(description);
}

/** Percent-encodes everything but RFC 3986's unreserved characters; half a surrogate pair becomes U+FFFD. */
export function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** One path segment; `.` and `..` would lead to another endpoint, so they are refused. */
export function segment(name: string, text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw new ToolFailure(`Argument "${name}" is blank; expected ${EXPECTED[name] ?? 'some text'}.`);
  if (trimmed === '.' || trimmed === '..') throw new ToolFailure(`Argument "${name}" cannot be ${preview(trimmed)}.`);
  return encode(trimmed);
}

const EXPECTED: Record<string, string> = {
  source: 'a platform such as leetcode, codeforces, atcoder or luogu',
  id: 'the id of a problem such as 1 or 1920A',
  query: 'a URL, a slug or an id of a problem',
};

/** A number from 0 to 1 with all of its digits and without an exponent. */
export function plainDecimal(value: number): string {
  const [digits = '', exponent] = String(value).split('e-');
  return exponent === undefined ? digits : `0.${'0'.repeat(Number(exponent) - 1)}${digits.replace('.', '')}`;
}
