import { type BookFailure, invalid } from '../model/failures.ts';
import type { MarkdownParser } from './markdown-parser.ts';
import { sectionChanged, sectionNotFound } from './section-failures.ts';
import { FRONT_MATTER, type Section, type Sections } from './sections.ts';

export interface SectionEdit {
  readonly section: string;
  /** The hash of the section when it was read. */
  readonly hash: string | undefined;
  readonly content: string;
}

interface EditedLesson {
  readonly text: string;
  /** Of the section as it is now; of the first where the content has several. */
  readonly hash: string;
}

/**
 * Puts another text in the place of a section. All other sections stay what they are, byte for byte, and whoever has read one of them
 * can still write it: an edit that would break this is refused. So edits of different sections never meet.
 */
export async function replaceSection(
  parser: MarkdownParser,
  path: string,
  text: string,
  { section, hash, content }: SectionEdit,
): Promise<EditedLesson> {
  const before = await parser.sections(text);
  const old = sectionToReplace(path, before, section, hash);
  const ending = /[\r\n]$/.test(content) ? '' : blankEnd(before.textOf(old));
  const after = await parser.sections(`${text.slice(0, old.start)}${content}${ending}${text.slice(old.end)}`);
  return { text: after.text, hash: checked(before, after, old).hash };
}

function sectionToReplace(path: string, sections: Sections, name: string, hash: string | undefined): Section {
  const found = hash === undefined ? undefined : sections.findAgain(name, hash);
  if (found) return found;
  const named = sections.find(name);
  throw named ? sectionChanged(path, named, hash) : sectionNotFound(path, name, sections);
}

/** The line break and the empty lines at the end of a section. */
function blankEnd(text: string): string {
  const blank = text.slice(text.trimEnd().length);
  const lineBreak = blank.search(/[\r\n]/);
  return lineBreak === -1 ? '' : blank.slice(lineBreak);
}

/** What stands in the place of the old section, once it is sure that all others are as they were and that nobody takes one for another. */
function checked(before: Sections, after: Sections, old: Section): Section {
  const at = before.all.indexOf(old);
  const added = after.all.length - before.all.length;
  const inItsPlace = after.all.slice(at, at + added + 1);
  const nowOf = (index: number) => after.all[index < at ? index : index + added];
  const others = [...before.all.entries()].filter(([index]) => index !== at);
  const [made] = inItsPlace;
  const isChanged = ([index, { contentHash, level }]: [number, Section]) =>
    nowOf(index)?.contentHash !== contentHash || nowOf(index)?.level !== level;
  const changed = others.find(isChanged);
  if (changed || !made) throw spills(changed?.[1]);
  if (old.name === FRONT_MATTER && made.name !== FRONT_MATTER) {
    throw refused('Front matter begins and ends with a line ---. Send it with both lines.');
  }
  const again = ({ name, hash }: Section) => after.findAgain(name, hash);
  const confused = others.find(([index, section]) => again(section) !== nowOf(index))?.[1];
  const taken = again(old);
  if (confused || (taken && !inItsPlace.includes(taken))) throw ambiguous(confused ?? old);
  return made;
}

function spills(changed: Section | undefined): BookFailure {
  const what = changed ? `would change the section "${changed.name}"` : 'holds no section';
  return refused(
    `The content ${what}. Begin it with the heading of the section, and close every code fence and HTML comment in it.`,
  );
}

function ambiguous({ name }: Section): BookFailure {
  return refused(
    `After this edit, "${name}" would mean another section than before. Choose another heading, or write the whole lesson with expected_hash.`,
  );
}

function refused(sentence: string): BookFailure {
  return invalid('VALIDATION_ERROR', 'content', sentence);
}
