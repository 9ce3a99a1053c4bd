import { Turns } from '../../../lib/turns.ts';
import type { NewPassage } from '../journal/text-index.ts';
import { FRONT_MATTER, type Section } from '../markdown/sections.ts';
import { wordLine } from './words.ts';

/** A section as far as it matters here. */
export type Part = Pick<Section, 'name' | 'level' | 'start' | 'end' | 'firstLine'>;

/** A lesson in pieces that can be found. */
export interface LessonPassages {
  readonly title: string;
  readonly passages: readonly NewPassage[];
}

/** Longer sections are found in pieces: what is found then says where, and PostgreSQL keeps the places of a few hundred equal words only. */
const LONGEST_PASSAGE = 4000;
/** What is longer is no heading, whatever its mark says. */
const LONGEST_HEADING = 1000;
const LONGEST_TITLE = 200;
/** Within so many characters an end of a word is looked for. */
const WORD_END_WITHIN = 200;

/** Takes a lesson apart; without sections it is one long text. */
export async function passagesOf(text: string, sections: readonly Part[], fileName: string): Promise<LessonPassages> {
  const title = titleOf(text, sections) ?? fileName;
  const passages: NewPassage[] = [];
  const above: Part[] = [];
  const turns = new Turns();
  const parts = sections.length > 0 ? sections : [{ name: '', level: 0, start: 0, end: text.length, firstLine: 0 }];
  for (const part of parts) {
    while (above.length > 0 && (above.at(-1)?.level ?? 0) >= part.level) above.pop();
    const parent = above.at(-1)?.name ?? '';
    if (part.level > 0) above.push(part);
    const bodyStart = bodyStartOf(text, part);
    const headingWords = wordLine(text.slice(part.start, bodyStart));
    const aboveWords = wordLine(part.name.startsWith(title) ? parent : `${title} ${parent}`);
    let line = part.firstLine + 1;
    for (let [from, start] = [part.start, bodyStart]; ; from = start) {
      await turns.next();
      const end = passageEnd(text, start, part.end);
      const textWords = wordLine(text.slice(start, end));
      passages.push({ section: part.name, line, start, end, headingWords, aboveWords, textWords });
      if (end >= part.end) break;
      line += text.slice(from, end).match(/\r\n?|\n/g)?.length ?? 0;
      start = end;
    }
  }
  return { title, passages };
}

/** The title that a lesson gives itself: in its front matter, or else as its first heading. */
function titleOf(text: string, sections: readonly Part[]): string | undefined {
  const [first] = sections;
  const matter = first?.name === FRONT_MATTER ? text.slice(first.start, first.end).replaceAll('\r', '') : '';
  const told = /^title:[ \t]*(["']?)(.+?)\1[ \t]*$/m.exec(matter)?.[2];
  return told?.slice(0, LONGEST_TITLE) ?? sections.find(({ level }) => level > 0)?.name;
}

/** Where the text of a section begins, below its heading. */
function bodyStartOf(text: string, { level, start, end }: Part): number {
  if (level === 0) return start;
  const ending = /\r\n?|\n/g;
  ending.lastIndex = start;
  const found = ending.exec(text);
  const bodyStart = Math.min(end, found ? found.index + found[0].length : end);
  return bodyStart - start > LONGEST_HEADING ? start : bodyStart;
}

/** Where a passage ends: behind a paragraph, a line or a word, if there is one in its second half. */
function passageEnd(text: string, start: number, end: number): number {
  if (end - start <= LONGEST_PASSAGE) return end;
  const piece = text.slice(start, start + LONGEST_PASSAGE);
  for (const ending of ['\n\n', '\n', ' ']) {
    const at = piece.lastIndexOf(ending);
    if (at >= LONGEST_PASSAGE / 2) return start + at + ending.length;
  }
  const tail = piece.slice(-WORD_END_WITHIN);
  const lastWord = /[\p{L}\p{N}\p{M}\p{Cf}]+$/u.exec(tail)?.[0].length ?? 0;
  if (lastWord < tail.length) return start + piece.length - lastWord;
  return start + piece.replace(/[\ud800-\udbff]$/, '').length;
}
