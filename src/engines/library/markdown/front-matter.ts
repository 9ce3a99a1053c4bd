const BOM = '\ufeff';

/** A text in its two languages; a byte order mark is in neither. */
export interface SplitText {
  /** With its lines `---`; empty where there is none. */
  readonly matter: string;
  readonly markdown: string;
  /** How many lines the front matter has. */
  readonly matterLines: number;
}

/** Front matter is what is between a line `---` at the very start and the next such line. */
export function splitFrontMatter(text: string): SplitText {
  const start = text.startsWith(BOM) ? BOM.length : 0;
  let matterLines = 0;
  let end = start;
  for (const line of linesFrom(text, start)) {
    matterLines++;
    end += line.length;
    const isFence = /^---[ \t]*[\r\n]*$/.test(line);
    if (matterLines === 1 && !isFence) break;
    if (matterLines > 1 && isFence) return { matter: text.slice(start, end), markdown: text.slice(end), matterLines };
  }
  return { matter: '', markdown: text.slice(start), matterLines: 0 };
}

function* linesFrom(text: string, start: number): Generator<string> {
  const ending = /\r\n?|\n/g;
  ending.lastIndex = start;
  for (let at = start; at < text.length; at = ending.lastIndex) {
    const found = ending.exec(text);
    yield text.slice(at, found ? ending.lastIndex : text.length);
    if (!found) return;
  }
}
