import { expect, it } from 'vitest';
import { base64Json, shellWord, toml } from './text-formats.ts';

it.each([
  ['/opt/quartet/bin/quartet.js', '/opt/quartet/bin/quartet.js'],
  ['/Users/Ann Lee/quartet.js', '"/Users/Ann Lee/quartet.js"'],
  // As it must be for cmd and PowerShell.
  ['C:\\Program Files\\quartet\\bin\\quartet.js', '"C:\\Program Files\\quartet\\bin\\quartet.js"'],
  ['', '""'],
])('%s is written %s', (text, word) => expect(shellWord(text)).toBe(word));

it('TOML has no control characters as they are', () => {
  expect(toml('C:\\a "b"\n\u007f')).toBe('"C:\\\\a \\"b\\"\\n\\u007F"');
});

it('base64 holds any text', () => {
  const value = { url: 'http://ü.example/mcp?a=1', token: '☃' };
  const bytes = Uint8Array.from(atob(decodeURIComponent(base64Json(value))), (char) => char.charCodeAt(0));
  expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(value);
});
