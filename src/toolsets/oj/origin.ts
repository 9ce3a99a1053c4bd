import { ConfigurationFailure } from '../../kernel/errors.ts';

/** Checks that a base URL is a bare origin, and gives it back normalised, without a trailing slash. */
export function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw refusal('it is not a URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refusal('it must begin with http:// or https://');
  if (url.username !== '' || url.password !== '')
    throw refusal('it must not hold a user name or password; use --token');
  if (url.pathname !== '/') throw refusal('it must not have a path');
  // The parsed URL hides an empty query or fragment, so the text itself is looked at.
  if (/[?#]/.test(text)) throw refusal('it must not have a query or fragment');
  return url.origin;
}

/** The value itself stays out of the message: it may hold a password. */
function refusal(why: string): ConfigurationFailure {
  return new ConfigurationFailure(
    `--base-url is not an origin: ${why}. Expected scheme, host and optional port, such as https://judge.example.com:8080.`,
  );
}

/** Refuses a token that could not be a header; blank counts as none. */
export function parseToken(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const token = text.replace(/^[ \t]+|[ \t]+$/g, '');
  if (/[^\x21-\x7e]/.test(token)) {
    throw new ConfigurationFailure('--token must consist of printable ASCII characters without blanks or line breaks.');
  }
  return token;
}
