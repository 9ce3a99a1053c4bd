import { Tokenizer } from 'htmlparser2';

/** The attributes that matter to a conversion. */
export type Attributes = { readonly [name in AttributeName]?: string };

type AttributeName = (typeof ATTRIBUTES)[number];

/** Receives a document piece by piece. */
export interface Sink {
  text(text: string): void;
  open(name: string, attributes: Attributes): void;
  /** A closing tag and the character that follows it. */
  close(name: string, next: string): void;
}

const ATTRIBUTES = [
  'alt',
  'class',
  'colspan',
  'data-original',
  'data-src',
  'display',
  'encoding',
  'hidden',
  'href',
  'src',
  'start',
  'style',
  'type',
  'value',
] as const;
const WANTED: ReadonlySet<string> = new Set(ATTRIBUTES);
const NONE: Attributes = {};

/** Feeds a document to a sink; a text between two tags arrives in one piece, entities decoded. */
export function tokenize(html: string, sink: Sink): void {
  let run = '';
  let tag = '';
  let attributes: Record<string, string> | undefined;
  let attribute = '';
  let value = '';
  const flush = () => {
    if (run !== '') sink.text(run);
    run = '';
  };
  const opened = () => sink.open(tag, attributes ?? NONE);
  const ignore = () => {};
  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (start, end) => {
        run += html.slice(start, end);
      },
      ontextentity: (code) => {
        run += String.fromCodePoint(code);
      },
      onopentagname: (start, end) => {
        flush();
        tag = html.slice(start, end).toLowerCase();
        attributes = undefined;
      },
      onattribname: (start, end) => {
        attribute = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata: (start, end) => {
        value += html.slice(start, end);
      },
      onattribentity: (code) => {
        value += String.fromCodePoint(code);
      },
      onattribend: () => {
        if (!WANTED.has(attribute)) return;
        attributes ??= {};
        attributes[attribute] ??= value;
      },
      onopentagend: opened,
      onselfclosingtag: opened,
      onclosetag: (start, end) => {
        flush();
        sink.close(html.slice(start, end).toLowerCase(), html[html.indexOf('>', end) + 1] ?? '');
      },
      oncdata: (start, end, offset) => {
        run += html.slice(start, end - offset);
      },
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: flush,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}
