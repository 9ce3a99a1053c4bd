/** Checks that a base URL is a bare origin, and gives it back normalised, without a trailing slash. */
import { ConfigurationFailure } from '../../lib/failures.ts';
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

/** Takes a token as it is given and refuses one that no header can carry; blank counts as none. */
export function parseToken(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  if (/[^\P{Cc}\t\x80-\x9f]/u.test(text)) {
    throw new ConfigurationFailure('--token must not hold line breaks, NUL or other control characters.');
  }
  return text;
}
