import { Capture } from './capture.ts';
import type { Document, Enter } from './document.ts';
import { collapse } from './inline.ts';

// AtCoder writes TeX in `var`; a plain name needs no dollars.
const variable: Enter = (doc) =>
  captured(doc, ({ text }) => {
    if (/[\\_^{}]/.test(text) && !text.includes('$')) writeFormula(doc, text, '$');
    else doc.text(text);
  });

// What MathJax draws from stands in a script.
const texScript: Enter = (doc, { type = '' }) =>
  captured(doc, ({ text }) => writeFormula(doc, text, /mode\s*=\s*display/i.test(type) ? '$$' : '$'));

// KaTeX and others carry their TeX source as an annotation of the MathML.
const mathml: Enter = (doc, { display }) =>
  captured(doc, ({ text, note }) => {
    if (note === undefined) doc.text(text);
    else writeFormula(doc, note, display === 'block' ? '$$' : '$');
  });

const annotation: Enter = (doc, { encoding = '' }) => {
  const formula = doc.captures.at(-1);
  if (!formula) return undefined;
  const source = new Capture(' ');
  doc.captures.push(source);
  return () => {
    doc.captures.pop();
    if (/tex/i.test(encoding)) formula.note = source.text;
  };
};

function captured(doc: Document, write: (capture: Capture) => void) {
  if (doc.captures.length > 0) return undefined;
  const capture = new Capture(' ');
  doc.captures.push(capture);
  return () => {
    doc.captures.pop();
    write(capture);
    for (const image of capture.images) doc.atom(image);
  };
}

function writeFormula(doc: Document, text: string, dollars: string): void {
  const tex = collapse(text).trim();
  if (tex !== '') doc.atom(dollars + tex + dollars);
}

export const FORMULA_HANDLERS: readonly (readonly [string, Enter])[] = [
  ['var', variable],
  ['math', mathml],
  ['annotation', annotation],
  ['annotation-xml', annotation],
  ['script', texScript],
];
