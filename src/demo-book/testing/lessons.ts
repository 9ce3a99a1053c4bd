import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import MarkdownIt, { type Token } from 'markdown-it';
import { DEMO_BOOK } from '../index.ts';

export interface Lesson {
  /** Within the book. */
  readonly path: string;
  readonly text: string;
  readonly tokens: readonly Token[];
}

/** The paths of all files of the book. */
export function filesOfBook(): string[] {
  const below = (area: string) => readdirSync(join(DEMO_BOOK.folder, area), { recursive: true, encoding: 'utf8' });
  return ['content', 'static']
    .flatMap((area) => below(area).map((name) => `${area}/${name.replaceAll(sep, '/')}`))
    .filter((path) => /\.[a-z]+$/.test(path))
    .sort();
}

export function bytesOf(path: string): Buffer {
  return readFileSync(join(DEMO_BOOK.folder, path));
}

export function lessonsOfBook(): Lesson[] {
  const markdown = new MarkdownIt();
  return filesOfBook()
    .filter((path) => path.startsWith('content/'))
    .map((path) => {
      const text = bytesOf(path).toString('utf8');
      return { path, text, tokens: markdown.parse(text, {}) };
    });
}

/** The addresses of all links and pictures of a lesson. */
export function linksOf({ tokens }: Lesson): string[] {
  return tokens
    .flatMap(({ children }) => children ?? [])
    .flatMap((token) => token.attrGet('href') ?? token.attrGet('src') ?? [])
    .map(String);
}

/** The formulas of a lesson; those on lines of their own are set as display. */
export function formulasOf({ text }: Lesson): { formula: string; displayMode: boolean }[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\$\$([\s\S]*?)\$\$|\$([^$\n]*)\$/g)].map(([, display, inline]) => ({
    formula: display ?? inline ?? '',
    displayMode: display !== undefined,
  }));
}
