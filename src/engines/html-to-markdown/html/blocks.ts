import { BLOCKS } from '../elements.ts';
import { Capture } from './capture.ts';
import type { Document, Enter } from './document.ts';
import { languageOf, writeFence } from './fences.ts';
import { STRONG } from './inline.ts';
import type { Frame } from './writer.ts';

const QUOTE: Frame = { first: '> ', rest: '> ', pending: false, tight: false };

const endBlock = (doc: Document) => doc.endBlock();

/** Starts and ends a paragraph of its own. */
export const block: Enter = (doc) => {
  doc.endBlock();
  return endBlock;
};

// Codeforces writes its small headings and its limits as `div`s.
const division: Enter = (doc, { class: classes = '' }) => {
  if (/(?:^|\s)test-example-line(?:\s|$)/.test(classes)) return sampleLine(doc, {});
  if (/(?:^|\s)property-title(?:\s|$)/.test(classes)) {
    doc.endBlock();
    return () => doc.text(': ');
  }
  if (!/(?:^|\s)(?:section-title|title)(?:\s|$)/.test(classes) || doc.captures.length > 0) return block(doc, {});
  return strongBlock(doc, {});
};

/** A line of a sample, which may be empty. */
const sampleLine: Enter = (doc) => {
  doc.endBlock();
  const capture = doc.captures.at(-1);
  const before = capture?.text;
  return () => (capture && capture.text === before ? capture.lineBreak() : doc.endBlock());
};

/** A block whose text is bold. */
export const strongBlock: Enter = (doc) => {
  doc.endBlock();
  if (doc.captures.length > 0 || !doc.inline.open(STRONG)) return endBlock;
  return () => {
    doc.inline.close(STRONG);
    doc.endBlock();
  };
};

const quote: Enter = (doc) => {
  doc.endBlock();
  if (doc.captures.length > 0) return endBlock;
  doc.writer.push(QUOTE);
  return () => {
    doc.endBlock();
    doc.writer.pop();
  };
};

const rule: Enter = (doc) => {
  doc.endBlock();
  if (doc.captures.length === 0) doc.writer.block(['---']);
  return undefined;
};

const lineBreak: Enter = (doc) => {
  const capture = doc.captures.at(-1);
  if (capture) capture.lineBreak();
  else if (!doc.inline.lineBreak()) doc.endBlock();
  return undefined;
};

function heading(level: number): Enter {
  return (doc) => {
    doc.endBlock();
    if (doc.captures.length > 0) return endBlock;
    const outer = doc.heading;
    doc.heading = level;
    doc.writer.complex = true;
    return () => {
      doc.endBlock();
      doc.heading = outer;
    };
  };
}

const preformatted: Enter = (doc, attributes) => {
  doc.endBlock();
  if (doc.captures.length > 0) return endBlock;
  const capture = new Capture('\n');
  capture.note = languageOf(attributes);
  doc.captures.push(capture);
  return () => {
    doc.captures.pop();
    for (const image of capture.images) doc.writer.block([image]);
    writeFence(doc.writer, capture.text, capture.note);
  };
};

export const BLOCK_HANDLERS: readonly (readonly [string, Enter])[] = [
  ...Array.from(BLOCKS, (name): [string, Enter] => [name, block]),
  ['div', division],
  ['blockquote', quote],
  ['hr', rule],
  ['br', lineBreak],
  ['pre', preformatted],
  ['listing', preformatted],
  ['plaintext', preformatted],
  ['xmp', preformatted],
  ...[1, 2, 3, 4, 5, 6].map((level): [string, Enter] => [`h${level}`, heading(level)]),
];
