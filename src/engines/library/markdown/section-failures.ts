import { BookFailure } from '../model/failures.ts';
import type { Section, Sections } from './sections.ts';

/** As many names as help to find the right one. */
const MOST_NAMES = 100;

export function sectionNotFound(path: string, section: string, { all }: Sections): BookFailure {
  const sections = all.slice(0, MOST_NAMES).map(({ name }) => name);
  const sentence = 'The lesson has no such section, or several. Choose one of sections, spelt as it is there.';
  return new BookFailure('ContentNotFoundError', 'SECTION_NOT_FOUND', sentence, { path, section, sections });
}

/** The failure of an edit of a section that is not as its writer believes. */
export function sectionChanged(
  path: string,
  { name: section, hash }: Section,
  expected: string | undefined,
): BookFailure {
  const extra = { path, section, current_section_hash: hash };
  if (expected === undefined) {
    const sentence = 'The section exists. Read it, then send its section_hash.';
    return new BookFailure('HashRequiredError', 'HASH_REQUIRED', sentence, extra);
  }
  const sentence =
    'The section has changed since it was read. Read it again, merge, and retry with its new section_hash.';
  return new BookFailure('ConflictError', 'CONFLICT', sentence, { ...extra, expected_section_hash: expected });
}
