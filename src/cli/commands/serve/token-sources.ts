import type { HttpOptions } from '../../../transports/http/serve.ts';
import type { Flags } from '../../options/settings.ts';
import { UsageError } from '../../terminal/usage.ts';
import { isLoopback } from './loopback.ts';
import type { ServeValues } from './option-values.ts';

/** Where tokens come from, and whether there is another way to know a client. */
export interface TokenWorld {
  /** The text of a token file. */
  readonly readFile: (path: string) => string;
  /** The text of the token that is made on first use. */
  readonly ownToken: () => string;
  /** Whether the system tells which account a connection belongs to. */
  readonly tellsAccounts: boolean;
}

/** The value of `--token` that asks for a token of the server's own; any other is the judge's. */
export const OWN_TOKEN = 'auto';

/** The places where tokens were written down. */
export function tokensOf(values: ServeValues, flags: Flags, world: TokenWorld): HttpOptions['tokens'] {
  const file = values.text('tokenFile');
  const inline = values.text('tokens');
  return [
    ...(file === undefined ? [] : [{ read: () => world.readFile(file), source: '--token-file' }]),
    ...(inline === undefined ? [] : [{ read: () => inline, source: 'QUARTET_TOKENS' }]),
    ...(wantsOwnToken(values, flags) ? [ownTokenOf(world)] : []),
  ];
}

export function ownTokenOf({ ownToken }: TokenWorld): HttpOptions['tokens'][number] {
  return { read: ownToken, source: 'the token file of the data folder' };
}

function wantsOwnToken(values: ServeValues, flags: Flags): boolean {
  const told = values.text('ownToken');
  if (told !== undefined && told !== OWN_TOKEN) throw new UsageError(`QUARTET_TOKEN can only be ${OWN_TOKEN}.`);
  return told === OWN_TOKEN || flags.token === OWN_TOKEN;
}

/** Which signed tokens are accepted. */
export function jwtOf(values: ServeValues): HttpOptions['jwt'] {
  const jwksUrl = values.url('jwksUrl');
  const issuer = values.text('issuer');
  const audience = values.list('audience');
  if (jwksUrl === undefined && issuer === undefined && audience.length === 0) return undefined;
  if (jwksUrl === undefined || issuer === undefined || audience.length === 0) {
    throw new UsageError('--jwks-url, --issuer and --audience belong together: give all three.');
  }
  if (jwksUrl.protocol !== 'https:' && !isLoopback(jwksUrl.hostname.replace(/^\[|\]$/g, ''))) {
    throw new UsageError('--jwks-url must begin with https://: whoever can change the keys can make any token.');
  }
  const types = values.list('jwtTypes').map((type) => type.toLowerCase());
  return {
    jwksUrl,
    issuer,
    audience,
    otherAudiences: values.list('otherAudiences'),
    types: types.length === 0 ? ['at+jwt', 'jwt', ''] : types.map((type) => (type === 'none' ? '' : type)),
    skewSeconds: values.number('clockSkew', 0, 60) ?? 30,
  };
}
