import type { CallResult } from '../../../../kernel/call.ts';
import { isJsonObject } from '../../../../kernel/json.ts';
import { harmless } from '../../../../lib/harmless.ts';
import type { Screen } from '../../../terminal/screen.ts';
import { paintLine, plain, wrapSpans } from '../../../terminal/spans.ts';
import { fieldLines } from './fields.ts';
import { type FileHit, fileLines, type LineHit, matchLines } from './files.ts';
import { moment, sizeText } from './format.ts';

interface AnsweredCall {
  readonly tool: string;
  readonly args: unknown;
  readonly result: CallResult;
}

interface Lesson {
  readonly path?: string;
  readonly content: string;
  readonly file_size?: number;
  readonly last_modified?: string;
  readonly file_hash_sha256?: string;
}

/** An answer for a person at a terminal: tables and rendered Markdown, with nothing in it that could steer the terminal. */
export async function shownAnswer(call: AnsweredCall, screen: Screen): Promise<string> {
  const [{ text } = { text: '' }, ...remarks] = call.result.content;
  const lines = call.result.isError ? failureLines(call.tool, text, screen) : await answerLines(call, text, screen);
  // A cursor is there to be copied, so its line is not broken.
  const behind = remarks.flatMap((remark) => ['', screen.paint(harmless(remark.text), 'dim')]);
  return `${[...lines, ...behind].join('\n')}\n`;
}

async function answerLines({ tool, args, result }: AnsweredCall, text: string, screen: Screen): Promise<string[]> {
  const data = result.structuredContent ?? {};
  const list = data.result ?? data.results;
  const items: unknown[] = Array.isArray(list) ? list : [];
  if (tool === 'preview_file') {
    const isProse = isJsonObject(args) && /\.(md|markdown)$/i.test(String(args.path));
    return isProse ? await markdownLines(text, screen) : textLines(text, screen);
  }
  if (!isJson(text)) return isMarkdown(text) ? await markdownLines(text, screen) : textLines(text, screen);
  if (isLesson(data)) return await lessonLines(data, screen);
  if (items.length > 0 && items.every(isLesson)) return await chapterLines(items, screen);
  if (Array.isArray(data.results) && items.every(isFileHit)) {
    return fileLines({ ...data, results: items }, isJsonObject(args) ? args.query : undefined, screen);
  }
  if (items.length > 0 && items.every(isLineHit)) return matchLines(items, screen);
  // Where a list goes on is said in words.
  const { next_cursor: cursor, ...fields } = data;
  return fieldLines(tool, result.content.length > 1 ? fields : { ...fields, next_cursor: cursor }, screen);
}

/** Loaded only for somebody who reads Markdown. */
async function markdownLines(text: string, screen: Screen): Promise<string[]> {
  const { renderMarkdown } = await import('../../../terminal/markdown/render.ts');
  return renderMarkdown(text, screen);
}

async function lessonLines(lesson: Lesson, screen: Screen): Promise<string[]> {
  const { file_size: size, last_modified: date, file_hash_sha256: hash } = lesson;
  const facts = [
    size === undefined ? '' : sizeText(size),
    date === undefined ? '' : `changed ${moment(date) ?? date}`,
  ].filter(Boolean);
  const behind = [facts.join(' · '), hash === undefined ? '' : `hash ${hash}`].filter(Boolean);
  const text = await markdownLines(lesson.content, screen);
  return [...text, '', ...behind.map((line) => screen.paint(harmless(line), 'dim'))];
}

async function chapterLines(lessons: readonly Lesson[], screen: Screen): Promise<string[]> {
  const all = await Promise.all(lessons.map((lesson) => lessonLines(lesson, screen)));
  return all.flatMap((lines, at) => [
    ...(at > 0 ? [''] : []),
    screen.paint(`▌ ${harmless(lessons[at]?.path ?? '')}`, 'magenta'),
    '',
    ...lines,
  ]);
}

/** What went wrong, in red; fields that a tool adds to its sentence are below it. */
function failureLines(tool: string, text: string, screen: Screen): string[] {
  const hint = screen.paint(`What it takes: quartet call ${tool} --help`, 'dim');
  const parsed = isJson(text) ? (JSON.parse(text) as unknown) : undefined;
  if (!isJsonObject(parsed) || typeof parsed.message !== 'string') return [...textLines(text, screen, 'red'), hint];
  const { message, error: _, issues: __, ...rest } = parsed;
  return [...textLines(message, screen, 'red'), ...fieldLines('', rest, screen), hint];
}

function textLines(text: string, { columns, paint }: Screen, look?: 'red'): string[] {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => harmless(line.replaceAll('\t', '    ')));
  // Lines of a text that has several are as somebody has set them.
  if (lines.length > 1) return lines.map((line) => (look ? paint(line, look) : line));
  return wrapSpans([plain(lines[0] ?? '', look)], columns).map((line) => paintLine(line, paint));
}

function isMarkdown(text: string): boolean {
  return /^(#{1,6} \S|\|.*\|[ \t]*$|```|[-*] \S)/m.test(text);
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isLesson(value: unknown): value is Lesson {
  return isJsonObject(value) && typeof value.content === 'string' && typeof value.file_hash_sha256 === 'string';
}

function isFileHit(value: unknown): value is FileHit {
  return isJsonObject(value) && typeof value._path === 'string';
}

function isLineHit(value: unknown): value is LineHit {
  return isJsonObject(value) && typeof value.matched_line === 'string' && typeof value.file_path === 'string';
}
