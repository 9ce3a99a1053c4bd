import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { StaticTokens } from './auth.ts';
import { parseTokens } from './tokens.ts';

const TOKEN = 'a-token-of-some-length';
const tokensOf = (text: string) => new StaticTokens([{ source: 'file', read: () => text }]);

it('reads names, tokens and scopes, with comments and blank lines', () => {
  const tokens = tokensOf(`# who may come\n\nann ${TOKEN} fs:read  fs:write # writes\r\nbob ${TOKEN}2 *\n`);
  expect(tokens.verify(TOKEN)).toEqual({ key: 'token:ann', subject: 'ann', scopes: new Set(['fs:read', 'fs:write']) });
  expect(tokens.verify(`${TOKEN}2`)?.subject).toBe('bob');
  expect(tokens.verify(`${TOKEN}3`)).toBeUndefined();
  expect(tokens.verify('')).toBeUndefined();
});

it('a token may be written as its hash', () => {
  const hash = createHash('sha256').update(TOKEN).digest('hex');
  const tokens = tokensOf(`ann sha256:${hash} fs:read`);
  expect(tokens.verify(TOKEN)?.subject).toBe('ann');
  expect(tokens.verify(`sha256:${hash}`)).toBeUndefined();
});

it('says where something is wrong, and never shows a token', () => {
  const failing = (text: string) => {
    try {
      parseTokens(text, 'file');
      return '';
    } catch (error) {
      return String(error);
    }
  };
  expect(failing(`ann ${TOKEN} fs:read\nbob ${TOKEN}`)).toContain('file, line 2: bob has no scopes');
  expect(failing(`ann ${TOKEN}"x fs:read`)).toMatch(/characters that no bearer token may have/);
  for (const text of [`ann ${TOKEN}`, `a/b ${TOKEN} x`, `ann ${TOKEN}"x x`]) expect(failing(text)).not.toContain(TOKEN);
});

it('reads its sources again when told, and keeps what it has when one is wrong', () => {
  let text = `ann ${TOKEN} fs:read`;
  const tokens = new StaticTokens([{ source: 'file', read: () => text }]);
  text = `bob ${TOKEN}2 fs:read`;
  expect(tokens.verify(TOKEN)?.subject).toBe('ann');
  tokens.reload();
  expect([tokens.verify(TOKEN), tokens.verify(`${TOKEN}2`)?.subject]).toEqual([undefined, 'bob']);
  text = 'bob short fs:read';
  expect(() => tokens.reload()).toThrow('shorter than 16');
  expect(tokens.verify(`${TOKEN}2`)?.subject).toBe('bob');
});
