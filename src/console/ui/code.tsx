import type { ComponentChildren } from 'preact';
import { type CodeToken, codeTokens } from '../../common/code-languages.ts';

/** Code with colours. Its parts become elements one by one, so no text is ever taken for markup. */
export function Code({ text, language }: { text: string; language?: string | undefined }) {
  return (
    <pre class="code" tabIndex={0}>
      <code>{shown(codeTokens(text, language))}</code>
    </pre>
  );
}

function shown(tokens: readonly CodeToken[]): ComponentChildren {
  return tokens.map((token, at) =>
    typeof token === 'string' ? (
      token
    ) : (
      <span key={at} class={`token ${token.kind}`}>
        {shown(token.tokens)}
      </span>
    ),
  );
}
