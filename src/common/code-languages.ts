import Prism from 'prismjs';
import 'prismjs/components/prism-bash.js';
import 'prismjs/components/prism-c.js';
import 'prismjs/components/prism-cobol.js';
import 'prismjs/components/prism-cpp.js';
import 'prismjs/components/prism-diff.js';
import 'prismjs/components/prism-go.js';
import 'prismjs/components/prism-java.js';
import 'prismjs/components/prism-json.js';
import 'prismjs/components/prism-python.js';
import 'prismjs/components/prism-rust.js';
import 'prismjs/components/prism-sql.js';
import 'prismjs/components/prism-typescript.js';
import 'prismjs/components/prism-yaml.js';
import { codePieces } from './code-pieces.ts';

// It would look for code in the page by itself.
Prism.manual = true;

/** Longer texts get no colours, which would take too long. */
export const LONGEST_COLOURED = 60_000;

/** A piece of code: plain, or of a kind, with pieces in it. */
export type CodeToken = string | { readonly kind: string; readonly tokens: readonly CodeToken[] };

/** Takes code apart for colouring; code of an unknown language, or too much of it, is one piece. */
export function codeTokens(text: string, language: string | undefined): CodeToken[] {
  const name = language === undefined ? '' : aliasOf(language);
  const grammar = Object.hasOwn(Prism.languages, name) ? Prism.languages[name] : undefined;
  if (typeof grammar !== 'object' || text.length > LONGEST_COLOURED) return [text];
  return codePieces(text).flatMap((piece) =>
    piece.coloured ? tokensOf(Prism.tokenize(piece.text, grammar)) : piece.text,
  );
}

function tokensOf(stream: Prism.TokenStream): CodeToken[] {
  const list = Array.isArray(stream) ? stream : [stream];
  return list.map((token) =>
    typeof token === 'string' ? token : { kind: token.type, tokens: tokensOf(token.content) },
  );
}

const ALIASES: Readonly<Record<string, string>> = {
  js: 'javascript',
  ts: 'typescript',
  py: 'python',
  sh: 'bash',
  shell: 'bash',
  console: 'bash',
  yml: 'yaml',
  'c++': 'cpp',
};

function aliasOf(language: string): string {
  const name = language.trim().toLowerCase();
  return ALIASES[name] ?? name;
}
