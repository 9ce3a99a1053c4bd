import { Capture } from './capture.ts';
import type { Document, Enter } from './document.ts';
import { languageOf, writeFence } from './fences.ts';
import { collapse, DELETED, EMPHASIS, type Mark, STRONG } from './inline.ts';
import { linkTarget } from './links.ts';

const HARD_BREAK = '\u2028';
const MAX_SCRIPTS = 8;
const ONE_TOKEN = /^(?:[-+−]?[\p{L}\p{N}]+|['′″*†‡∗⊤]{1,3})$/u;

function marked(mark: Mark): Enter {
  return (doc) => {
    if (doc.captures.length > 0 || !doc.inline.open(mark)) return undefined;
    return () => doc.inline.close(mark);
  };
}

const link: Enter = (doc, { href }) => {
  const target = linkTarget(href);
  return target === undefined ? undefined : marked({ open: '[', close: `](${target})` })(doc, {});
};

const image: Enter = (doc, attributes) => {
  const alt = collapse(attributes.alt ?? '').trim();
  const target = linkTarget(attributes.src || attributes['data-src'] || attributes['data-original']);
  if (target !== undefined) doc.atom(`![${alt.replace(/[[\]\\]/g, '\\$&')}](${target})`);
  else doc.text(alt);
  return undefined;
};

const code: Enter = (doc, attributes) => {
  const around = doc.captures.at(-1);
  if (around) {
    around.note ??= languageOf(attributes);
    return undefined;
  }
  const capture = new Capture(HARD_BREAK);
  doc.captures.push(capture);
  return () => {
    doc.captures.pop();
    writeCode(doc, capture);
    for (const picture of capture.images) doc.atom(picture);
  };
};

// Code of several lines is a block, whatever its element.
function writeCode(doc: Document, { text }: Capture): void {
  const lines = text.includes(HARD_BREAK) ? text.split(HARD_BREAK).filter((line) => line.trim() !== '') : [];
  if (lines.length < 2) {
    doc.inline.code(text.replaceAll(HARD_BREAK, ' '));
    return;
  }
  doc.endBlock();
  writeFence(doc.writer, lines.map(collapse).join('\n'), '');
}

/** `10<sup>5</sup>` is `10^5`; more than one token, or a letter right behind, asks for brackets. */
function script(sign: string): Enter {
  return (doc) => {
    if (doc.captures.length >= MAX_SCRIPTS) return undefined;
    const capture = new Capture(' ');
    doc.captures.push(capture);
    return (_, next) => {
      doc.captures.pop();
      const text = collapse(capture.text).trim();
      const isClear = text.length <= 30 && ONE_TOKEN.test(text) && !/[\p{L}\p{N}]/u.test(next);
      if (text !== '') doc.text(isClear ? sign + text : `${sign}(${text})`);
      for (const picture of capture.images) doc.atom(picture);
    };
  };
}

const quotation: Enter = (doc) => {
  doc.text('"');
  return () => doc.text('"');
};

// Codeforces names its fonts by class.
const span: Enter = (doc, { class: classes }) => {
  const style = classes === undefined ? undefined : /(?:^|\s)tex-font-style-(bf|it|tt)(?:\s|$)/.exec(classes)?.[1];
  if (style === 'tt') return code(doc, {});
  if (style === undefined) return undefined;
  return marked(style === 'bf' ? STRONG : EMPHASIS)(doc, {});
};

export const PHRASE_HANDLERS: readonly (readonly [string, Enter])[] = [
  ...['strong', 'b'].map((name): [string, Enter] => [name, marked(STRONG)]),
  ...['em', 'i', 'cite', 'dfn'].map((name): [string, Enter] => [name, marked(EMPHASIS)]),
  ...['del', 's', 'strike'].map((name): [string, Enter] => [name, marked(DELETED)]),
  ...['code', 'kbd', 'samp', 'tt'].map((name): [string, Enter] => [name, code]),
  ['sup', script('^')],
  ['sub', script('_')],
  ['a', link],
  ['img', image],
  ['image', image],
  ['q', quotation],
  ['span', span],
  ['font', span],
];
