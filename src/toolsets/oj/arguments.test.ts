import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolFailure } from '../../kernel/errors.ts';
import { encode, plainDecimal, segment } from './arguments.ts';

describe('encode', () => {
  it('R31: gives back any well-formed text when decoded', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => decodeURIComponent(encode(text)) === text));
  });

  it('R31: consists of unreserved characters and upper-case escapes', () => {
    const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes));
    fc.assert(fc.property(anyText, (text) => /^([A-Za-z0-9\-_.~]|%[0-9A-F]{2})*$/.test(encode(text))));
  });

  it('R31: leaves nothing else bare, and nothing unreserved encoded', () => {
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
    for (const character of ascii) {
      const kept = /[A-Za-z0-9\-_.~]/.test(character);
      const escape = `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
      expect(encode(character)).toBe(kept ? character : escape);
    }
  });

  it('R31: half a surrogate pair becomes U+FFFD', () => {
    expect(encode('a\ud83d')).toBe('a%EF%BF%BD');
    expect(encode('\ude00b')).toBe('%EF%BF%BDb');
  });
});

describe('segment', () => {
  it('R38: is trimmed', () => {
    expect(segment('id', ' \n1920/A\t')).toBe('1920%2FA');
  });

  it.each([
    ['source', 'a platform such as leetcode, codeforces, atcoder or luogu'],
    ['id', 'the id of a problem such as 1 or 1920A'],
    ['query', 'a URL, a slug or an id of a problem'],
    ['other', 'some text'],
  ])('R38: a blank %s is refused', (name, expected) => {
    for (const blank of ['', '  ', '\t\r\n', '\u3000']) {
      expect(() => segment(name, blank)).toThrow(new ToolFailure(`Argument "${name}" is blank; expected ${expected}.`));
    }
  });

  it.each(['.', '..', ' .. '])('R32: %j is refused', (text) => {
    expect(() => segment('id', text)).toThrow(new ToolFailure(`Argument "id" cannot be "${text.trim()}".`));
  });

  it('R32: no text leads to another place', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('%2e', '.%2E', '\\..', './', '...')),
        (text) => {
          let encoded: string;
          try {
            encoded = segment('id', text);
          } catch {
            return;
          }
          expect(new URL(`http://judge.example/api/v1/resolve/${encoded}`).pathname).toBe(`/api/v1/resolve/${encoded}`);
        },
      ),
    );
  });
});

describe('plainDecimal', () => {
  it('R42: any threshold is written without an exponent and loses nothing', () => {
    const tiny = fc.double({ min: 0, max: 1e-5, noNaN: true });
    fc.assert(
      fc.property(fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), tiny), (value) => {
        const text = plainDecimal(value);
        expect(text).toMatch(/^[01](\.\d+)?$/);
        expect(Number(text)).toBe(Math.abs(value));
      }),
    );
  });
});
