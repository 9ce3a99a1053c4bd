import { createHash, timingSafeEqual } from 'node:crypto';
import type { ServedTool } from '../../../kernel/dispatch.ts';
import { errorMember, type RpcNotification } from '../../../kernel/session.ts';
import type { Log } from '../../../lib/log.ts';
import { TokenBuckets } from '../../../lib/token-bucket.ts';
import type { ClientId } from '../../message.ts';
import { tooMany } from '../refusals.ts';
import type { Plain, RequestContext } from '../request-context.ts';
import type { LocalAccounts } from './accounts.ts';
import { neighbourhoodOf } from './guards.ts';
import { ANONYMOUS, EVERY_SCOPE, type Principal } from './principal.ts';
import { type KnownToken, parseTokens, type TokenSource } from './tokens.ts';

/** Knows one kind of bearer token. */
export interface Verifier {
  /** Whom the token names, if it is good; else `why` may be told a reason for the log. */
  verify(token: string, why: (reason: string) => void): Principal | undefined | Promise<Principal | undefined>;
}

/** The well-known place of RFC 9728, before the path of the resource. */
export const METADATA_PATH = '/.well-known/oauth-protected-resource';

const FORBIDDEN = -32003;

/** A call of a tool, and whose it is. */
interface AuthenticatedCall {
  readonly principal: Principal;
  readonly tool: ServedTool;
  readonly id: ClientId;
  readonly message: RpcNotification;
}

const WITH_TOKEN = 'Start it with --token auto or --token-file, and send the token as Authorization: Bearer TOKEN.';
const NOT_YOURS = {
  other: `Without tokens this server answers only the account that started it, and this connection is of another. ${WITH_TOKEN}`,
  unknown: `Without tokens this server answers only the account that started it, and the system does not tell whose connection this is, as with forwarded ports. ${WITH_TOKEN}`,
};

/** Finds the principal that sends a request. */
export class Authentication {
  constructor(
    private readonly verifiers: readonly Verifier[],
    private readonly baseUrl: (context: RequestContext) => string,
    /** Decides where there are no tokens. */
    private readonly accounts: LocalAccounts,
    private readonly wrongTokens: WrongTokens,
    private readonly log: Log,
  ) {}

  get required(): boolean {
    return this.verifiers.length > 0;
  }

  /** The principal, or the refusal that tells a client how to get a token, and for which scope. */
  async principalOf(context: RequestContext, path: string, scope: string): Promise<Principal | Plain> {
    if (!this.required) return this.#ofThisAccount(context);
    const wanted = `scope="${scope}"`;
    const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(context.header('authorization') ?? '')?.[1];
    if (token === undefined) {
      return this.#challenge(context, path, 'token missing', 'Send a token as Authorization: Bearer TOKEN.', [wanted]);
    }
    const attempt = this.wrongTokens.begin(context.client, token);
    if (typeof attempt === 'number') return tooMany(context, 'wrong tokens', attempt);
    const principal = await this.#verified(context, token);
    attempt(principal !== undefined);
    if (principal) return this.#welcome(context, principal);
    const sentence = 'This token is not known here, has expired, or was issued for somebody else. Get a new one.';
    return this.#challenge(context, path, 'token invalid', sentence, ['error="invalid_token"', wanted]);
  }

  async #verified({ id, client }: RequestContext, token: string): Promise<Principal | undefined> {
    let reason: string | undefined;
    const why = (given: string) => {
      reason = given;
    };
    for (const verifier of this.verifiers) {
      const principal = await verifier.verify(token, why);
      if (principal) return principal;
    }
    // The token itself stays out of the log.
    this.log.warn({ id, client, reason }, 'token refused');
    return undefined;
  }

  /** Refuses and notes a call for which the token is not good enough. */
  refusalOf(
    context: RequestContext,
    path: string,
    { principal, tool, id, message }: AuthenticatedCall,
  ): Plain | undefined {
    if (principal.subject === undefined) return undefined;
    const { arguments: args } = message.params;
    const wanted = tool.scopesFor(args, principal.subject);
    if (holdsAny(principal, wanted)) return undefined;
    tool.forbidden(args, principal.subject);
    const [scope = ''] = wanted;
    const sentence = `FORBIDDEN: this call of ${context.tool} needs a token with the scope ${scope}. Nothing was done.`;
    const member = errorMember(FORBIDDEN, sentence, { code: 'FORBIDDEN', required_scope: scope });
    return this.insufficient(context, path, scope, `{"jsonrpc":"2.0","id":${id.text},${member}}`);
  }

  /** The refusal of a request for which the token is not good enough. */
  insufficient(context: RequestContext, path: string, scope: string, body: string): Plain {
    context.refusal = 'scope';
    const parts = ['error="insufficient_scope"', `scope="${scope}"`];
    return context.json(403, body, { 'www-authenticate': this.#header(context, path, parts) });
  }

  /** Loopback is open to every account of the machine, so without tokens the owner of the connection is asked for. */
  async #ofThisAccount(context: RequestContext): Promise<Principal | Plain> {
    const standing = await this.accounts.standingOf(context.incoming.socket);
    return standing === 'own' ? this.#welcome(context, ANONYMOUS) : context.refuse(403, 'account', NOT_YOURS[standing]);
  }

  #welcome(context: RequestContext, principal: Principal): Principal {
    context.principal = principal;
    return principal;
  }

  #challenge(context: RequestContext, path: string, why: string, sentence: string, parts: string[]): Plain {
    return context.refuse(401, why, sentence, { 'www-authenticate': this.#header(context, path, parts) });
  }

  #header(context: RequestContext, path: string, parts: readonly string[]): string {
    const metadata = `resource_metadata="${this.baseUrl(context)}${METADATA_PATH}${path}"`;
    return `Bearer ${[...parts, metadata].join(', ')}`;
  }
}

/** Tells whether one of the scopes is held; nothing is needed when there are none. */
export function holdsAny({ scopes }: Principal, wanted: readonly string[]): boolean {
  return wanted.length === 0 || scopes.has(EVERY_SCOPE) || wanted.some((scope) => scopes.has(scope));
}

/** Tokens that the operator has written down. Only their hashes are kept, and all are compared every time. */
export class StaticTokens implements Verifier {
  #known: readonly KnownToken[] = [];

  constructor(private readonly sources: readonly TokenSource[]) {
    this.reload();
  }

  /** Reads all of them again; if one is not right it throws, and nothing changes. */
  reload(): void {
    this.#known = this.sources.flatMap(({ source, read }) => parseTokens(read(), source));
  }

  verify(token: string): Principal | undefined {
    const hash = createHash('sha256').update(token).digest();
    let found: Principal | undefined;
    for (const candidate of this.#known) if (timingSafeEqual(candidate.hash, hash)) found = candidate.principal;
    return found;
  }
}

/** Ends a try: was the token good? */
type End = (isGood: boolean) => void;

const MAX_ACCEPTED = 10_000;

/**
 * Keeps an address from trying one token after the other. A try is taken before the token is looked at and given back if it
 * was good, so many at once are no way around. A token that was good from an address before needs none, whatever others try from there.
 */
export class WrongTokens {
  readonly #tries: TokenBuckets | undefined;
  readonly #accepted = new Set<string>();

  constructor(perMinute: number, now?: () => number) {
    if (perMinute === Number.POSITIVE_INFINITY) return;
    this.#tries = new TokenBuckets({ capacity: perMinute, refill: perMinute, everyMs: 60_000 }, now);
  }

  /** Begins a try. Gives what ends it, or the seconds after which there is another. */
  begin(address: string, token: string): End | number {
    const tries = this.#tries;
    if (tries === undefined) return () => {};
    const key = neighbourhoodOf(address);
    const print = createHash('sha256').update(`${key} ${token}`).digest('base64');
    if (this.#accepted.delete(print)) {
      this.#accept(print);
      return (isGood) => void (isGood || this.#accepted.delete(print));
    }
    const seconds = tries.take(key);
    if (seconds > 0) return seconds;
    return (isGood) => {
      if (!isGood) return;
      tries.giveBack(key);
      this.#accept(print);
    };
  }

  /** Remembered are those that were used last. */
  #accept(print: string): void {
    this.#accepted.add(print);
    if (this.#accepted.size > MAX_ACCEPTED) this.#accepted.delete(this.#accepted.keys().next().value as string);
  }
}
