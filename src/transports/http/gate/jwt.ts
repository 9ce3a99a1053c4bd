import { createHash } from 'node:crypto';
import { createRemoteJWKSet, errors, type JWTHeaderParameters, type JWTPayload, jwtVerify } from 'jose';
import type { Verifier } from './auth.ts';
import type { Principal } from './principal.ts';

export interface JwtOptions {
  readonly jwksUrl: URL;
  readonly issuer: string;
  readonly audience: readonly string[];
  /** What a token may be for besides us; a star stands for anything. */
  readonly otherAudiences: readonly string[];
  /** The kinds of token that are accepted, as their `typ` says; an empty one stands for tokens that do not say. */
  readonly types: readonly string[];
  readonly skewSeconds: number;
}

/** Only signatures that nobody can make with the published key. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

const MAX_TOKEN_CHARS = 8192;
const MAX_REMEMBERED = 1000;
const REMEMBERED_MS = 60_000;

interface Remembered {
  readonly principal: Principal;
  readonly until: number;
}

/** Tokens that an authorization server has signed for us. Good ones are remembered for a minute. */
export class JwtVerifier implements Verifier {
  readonly #keys: ReturnType<typeof createRemoteJWKSet>;
  readonly #remembered = new Map<string, Remembered>();

  constructor(
    private readonly options: JwtOptions,
    private readonly now: () => number = () => Date.now(),
  ) {
    // A key that is not known yet makes it look again, but not more often than the cooldown allows.
    this.#keys = createRemoteJWKSet(options.jwksUrl, {
      timeoutDuration: 5000,
      cooldownDuration: 5000,
      cacheMaxAge: 600_000,
    });
  }

  async verify(token: string, why: (reason: string) => void): Promise<Principal | undefined> {
    if (token.length > MAX_TOKEN_CHARS || token.split('.').length !== 3) return undefined;
    const hash = createHash('sha256').update(token).digest('base64');
    const remembered = this.#remembered.get(hash);
    if (remembered !== undefined && remembered.until > this.now()) return remembered.principal;
    const payload = await this.#check(token, why);
    const principal = payload && principalOf(payload);
    if (principal === undefined) return undefined;
    const expires = ((payload?.exp ?? 0) + this.options.skewSeconds) * 1000;
    this.#remember(hash, { principal, until: Math.min(expires, this.now() + REMEMBERED_MS) });
    return principal;
  }

  async #check(token: string, why: (reason: string) => void): Promise<JWTPayload | undefined> {
    const { issuer, audience, skewSeconds } = this.options;
    try {
      const { payload, protectedHeader } = await jwtVerify(token, this.#keys, {
        issuer,
        audience: [...audience],
        algorithms: ALGORITHMS,
        clockTolerance: skewSeconds,
        requiredClaims: ['sub', 'exp'],
        currentDate: new Date(this.now()),
      });
      const objection = this.#objectionTo(protectedHeader, payload);
      if (objection === undefined) return payload;
      why(objection);
    } catch (error) {
      why(error instanceof errors.JOSEError ? error.code : 'the keys could not be fetched');
    }
    return undefined;
  }

  /** What is wrong with a token that is signed well and names us. */
  #objectionTo({ typ }: JWTHeaderParameters, { aud, cnf }: JWTPayload): string | undefined {
    const { audience, otherAudiences, types } = this.options;
    if (typ === '' || !types.includes(typ?.toLowerCase().replace(/^application\//, '') ?? '')) return 'its type';
    // Another server that a token is for could send it on to us.
    const known = new Set([...audience, ...otherAudiences]);
    const isForOthers = [aud].flat().some((name) => name === undefined || !known.has(name));
    if (isForOthers && !known.has('*')) return 'it is for others as well';
    // A token that is bound to a key is no bearer token: its sender would have to show the key.
    return cnf === undefined ? undefined : 'it is bound to a key';
  }

  #remember(hash: string, entry: Remembered): void {
    this.#remembered.delete(hash);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size >= MAX_REMEMBERED && oldest !== undefined) this.#remembered.delete(oldest);
    this.#remembered.set(hash, entry);
  }
}

function principalOf({ sub, scope, scp }: JWTPayload): Principal | undefined {
  if (typeof sub !== 'string' || sub.trim() === '' || sub.length > 255 || /^system$/i.test(sub.trim()))
    return undefined;
  return { key: `jwt:${sub}`, subject: sub, scopes: new Set([...words(scope), ...words(scp)]) };
}

/** A list of scopes, as a text or as an array. No token of others can hold the star of our own files. */
function words(claim: unknown): string[] {
  const list: unknown[] = typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : [];
  return list.filter((word): word is string => typeof word === 'string' && word !== '' && word !== '*');
}
