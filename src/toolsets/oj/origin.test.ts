import { validateHeaderValue } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigurationFailure } from '../../lib/failures.ts';
import { parseOrigin, parseToken } from './origin.ts';

const GUIDE = ' Expected scheme, host and optional port, such as https://judge.example.com:8080.';

describe('parseOrigin', () => {
  it.each([
    ['not a url', 'it is not a URL'],
    ['ftp://example.com', 'it must begin with http:// or https://'],
    ['https://user@example.com', 'it must not hold a user name or password; use --token'],
    ['https://:secret@example.com', 'it must not hold a user name or password; use --token'],
    ['https://example.com/api/v1', 'it must not have a path'],
    ['https://example.com?foo=1', 'it must not have a query or fragment'],
    ['https://example.com/?', 'it must not have a query or fragment'],
    ['https://example.com#', 'it must not have a query or fragment'],
  ])('R2: refuses %s: %s', (text, why) => {
    expect(() => parseOrigin(text)).toThrow(new ConfigurationFailure(`--base-url is not an origin: ${why}.${GUIDE}`));
  });

  const arbitraryUrl = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc
      .tuple(
        fc.constantFrom('http://', 'https://', 'HTTPS:', 'http:\\\\', ' https://', 'ftp://', ''),
        fc.oneof(
          fc.domain(),
          fc.ipV4(),
          fc.ipV4Extended(),
          fc.ipV6().map((address) => `[${address}]`),
          fc.string(),
        ),
        fc.constantFrom('', ':80', ':443', ':8080', ':', ':0', ':65536'),
        fc.constantFrom('', '/', '//', '/.', '/..', '/a', '?', '#', '/?', '/#', ' ', '\\'),
      )
      .map((parts) => parts.join('')),
  );

  it('R2, R3, S1.1: any string is refused, or becomes an origin that parses to itself', () => {
    fc.assert(
      fc.property(arbitraryUrl, (text) => {
        const origin = originOf(text);
        if (origin === undefined) return;
        expect(origin.endsWith('/')).toBe(false);
        expect(parseOrigin(origin)).toBe(origin);
        expect(parseOrigin(`${origin}/`)).toBe(origin);
        expect(new URL(text).origin).toBe(origin);
        expect(new URL(`${origin}/status`).pathname).toBe('/status');
      }),
      { numRuns: 1000 },
    );
  });

  it('S1.1: accepts whatever is a URL with the path / alone', () => {
    fc.assert(
      fc.property(fc.webAuthority({ withPort: true }), fc.constantFrom('', '/'), (host, slash) => {
        expect(parseOrigin(`https://${host}${slash}`)).toBe(new URL(`https://${host}`).origin);
      }),
    );
  });
});

function originOf(text: string): string | undefined {
  try {
    return parseOrigin(text);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationFailure);
    return undefined;
  }
}

describe('parseToken', () => {
  it.each([undefined, '', ' ', ' \t\n'])('R5: %j is none', (text) => {
    expect(parseToken(text)).toBeUndefined();
  });

  it.each(['  abc\t', 'a b\tc', 'sch\u00f6n', '\u79d8\u5bc6', '\u0085'])('R5: %j is taken as it is', (text) => {
    expect(parseToken(text)).toBe(text);
  });

  it.each(['a\rb', 'a\nb', 'a\0b', 'abc\n', '\r\nabc', 'abc\0', 'a\u001b', 'a\u007f'])(
    'R5, R8: %j is refused and not shown',
    (text) => {
      expect(() => parseToken(text)).toThrow(
        new ConfigurationFailure('--token must not hold line breaks, NUL or other control characters.'),
      );
    },
  );

  it('R5: any string is none, refused, or good for a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        let token: string | undefined;
        try {
          token = parseToken(text);
        } catch {
          return;
        }
        if (token === undefined) expect(text.trim()).toBe('');
        else expect(() => validateHeaderValue('authorization', Buffer.from(text).toString('latin1'))).not.toThrow();
      }),
    );
  });
});
