import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readArguments } from '../../src/cli/commands/call/values.ts';
import { asQuartetCall } from '../../src/common/quartet-command.ts';
import { shellQuote } from '../../src/common/shell-quote.ts';
import { asCurl } from '../../src/console/pages/tools/copy-as.ts';
import { plainParams } from '../../src/kernel/json.ts';
import { listingOf } from '../../src/kernel/schema.ts';
import { writeContent } from '../../src/toolsets/books/tools/write_content.ts';
import { add } from '../../src/toolsets/cobol/tools/add.ts';
import { formatCurrency } from '../../src/toolsets/cobol/tools/format_currency.ts';
import { searchByKind } from '../../src/toolsets/spotlight/tools/search_by_kind.ts';

/** The words that a shell makes of a command line. */
function wordsOf(line: string): string[] {
  const out = execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8', maxBuffer: 1 << 26 });
  return out.split('\0').slice(0, -1);
}

const hard = fc.constantFrom(
  "'",
  '"',
  '\\',
  '$HOME',
  '`id`',
  '!',
  '\n',
  '~',
  '*',
  '-n',
  '%s',
  '{',
  '=',
  '&',
  '#',
  '\t',
  ' ',
);
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.oneof(hard, fc.string()), { maxLength: 8 }).map((parts) => parts.join('')),
);
const anyShellText = anyText.map((text) => text.replaceAll('\0', ''));

it('a shell gives back every text that was quoted for it', () => {
  fc.assert(
    fc.property(fc.array(anyShellText, { minLength: 1, maxLength: 30 }), (texts) => {
      expect(wordsOf(texts.map(shellQuote).join(' '))).toEqual(texts);
    }),
    { numRuns: 60 },
  );
});

it('a curl command sends exactly the call, and names a variable instead of the token', () => {
  const anyArguments = fc.dictionary(fc.string(), fc.oneof(anyText, fc.integer(), fc.boolean()));
  fc.assert(
    fc.property(anyText, anyArguments, fc.boolean(), (name, args, needsToken) => {
      const [url, ...rest] = wordsOf(
        asCurl({ name, args }, 'http://127.0.0.1:8000/mcp', needsToken)
          .replace(/^curl -sS /, '')
          .replaceAll(/-H "Authorization: Bearer \$QUARTET_TOKEN"/g, "-H '(token)'"),
      );
      expect(url).toBe('http://127.0.0.1:8000/mcp');
      expect(rest.includes('(token)')).toBe(needsToken);
      expect(rest.at(-2)).toBe('--data-raw');
      expect(JSON.parse(rest.at(-1) ?? '')).toEqual(
        JSON.parse(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })),
      );
    }),
    { numRuns: 60 },
  );
});

const likeJson = fc.constantFrom(
  '-',
  '@',
  '@file',
  ':',
  '1',
  '0.10',
  'null',
  'true',
  '"x"',
  '{"a":1}',
  '[]',
  '-1e5',
  '12345678901234567890',
);
const numberOrText = fc.oneof(likeJson, anyText, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
// No argument of a process can hold these.
const unspeakable = fc.constantFrom('a\0b', '\ud800');
const text = fc.oneof(likeJson, anyText, unspeakable);

it.each([
  [add, fc.record({ a: numberOrText, b: numberOrText })],
  [
    formatCurrency,
    fc.record({ amount: numberOrText, picture: text, decimal_comma: fc.boolean() }, { requiredKeys: [] }),
  ],
  [writeContent, fc.record({ book_id: text, path: text, content: text })],
  [
    searchByKind,
    fc.record({ kind: fc.constant('pdf'), scope: text, limit: fc.oneof(fc.integer(), fc.constant(null)) }),
  ],
] as const)(
  'quartet call reads back the arguments of $name',
  (tool, anyArguments: fc.Arbitrary<Record<string, unknown>>) => {
    const { inputSchema } = listingOf(tool);
    fc.assert(
      fc.property(anyArguments, (args) => {
        const sent = JSON.parse(JSON.stringify(args)) as Record<string, unknown>;
        const [quartet, call, name, ...words] = wordsOf(asQuartetCall({ name: tool.name, args: sent }, inputSchema));
        expect([quartet, call, name]).toEqual(['quartet', 'call', tool.name]);
        expect(plainParams(readArguments(tool, words) as Record<string, unknown>)).toEqual(sent);
      }),
      { numRuns: 60 },
    );
  },
);

it('quartet call is told in plain words where it can be', () => {
  const { inputSchema } = listingOf(formatCurrency);
  const args = { amount: -1234.5, picture: '$$,$$9.99CR', decimal_comma: false };
  expect(asQuartetCall({ name: 'format_currency', args }, inputSchema)).toBe(
    "quartet call format_currency amount=-1234.5 'picture=$$,$$9.99CR' decimal_comma=false",
  );
});
