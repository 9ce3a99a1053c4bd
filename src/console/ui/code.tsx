import type { ComponentChildren } from 'preact';
import { Prism } from './code-languages.ts';
import { codePieces } from './code-pieces.ts';

/** Longer texts are shown without colours: the page must stay quick. */
export const LONGEST_COLOURED = 60_000;

/** Code with colours. Its parts become elements one by one, so no text is ever taken for markup. */
export function Code({ text, language }: { text: string; language?: string | undefined }) {
  const grammar = language === undefined ? undefined : Prism.languages[aliasOf(language)];
  const isColoured = grammar !== undefined && text.length <= LONGEST_COLOURED;
  return (
    <pre class="code" tabIndex={0}>
      <code>
        {isColoured
          ? codePieces(text).map((piece) => (piece.coloured ? shown(Prism.tokenize(piece.text, grammar)) : piece.text))
          : text}
      </code>
    </pre>
  );
}

type Token = string | Prism.Token;

function shown(tokens: Prism.TokenStream): ComponentChildren {
  const list = (Array.isArray(tokens) ? tokens : [tokens]) as Token[];
  return list.map((token, at) =>
    typeof token === 'string' ? (
      token
    ) : (
      <span key={at} class={`token ${token.type}`}>
        {shown(token.content)}
      </span>
    ),
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
