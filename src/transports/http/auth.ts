import type { Plain } from './answer.ts';
import { ANONYMOUS, type Principal } from './principal.ts';
import type { Visit } from './visit.ts';

/** Knows one kind of bearer token. */
export interface Verifier {
  /** Whom the token names, if it is good. */
  verify(token: string): Principal | undefined | Promise<Principal | undefined>;
}

/** The well-known place of RFC 9728, before the path of the resource. */
export const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** Finds out who sends a request. */
export class Authentication {
  constructor(
    private readonly verifiers: readonly Verifier[],
    private readonly baseUrl: (visit: Visit) => string,
  ) {}

  get required(): boolean {
    return this.verifiers.length > 0;
  }

  /** The principal, or the refusal that tells a client how to get a token. */
  async principalOf(visit: Visit, path: string): Promise<Principal | Plain> {
    if (!this.required) return this.#welcome(visit, ANONYMOUS);
    const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(visit.header('authorization') ?? '')?.[1];
    if (token === undefined) {
      return this.#challenge(visit, path, 'token missing', 'Send a token as Authorization: Bearer TOKEN.');
    }
    for (const verifier of this.verifiers) {
      const principal = await verifier.verify(token);
      if (principal) return this.#welcome(visit, principal);
    }
    const sentence = 'This token is not known here, has expired, or was issued for somebody else. Get a new one.';
    return this.#challenge(visit, path, 'token invalid', sentence, 'error="invalid_token"');
  }

  /** The refusal of a call for which the token is not good enough. */
  insufficient(visit: Visit, path: string, scope: string, body: string): Plain {
    visit.refusal = 'scope';
    const parts = ['error="insufficient_scope"', `scope="${scope}"`];
    return visit.json(403, body, { 'www-authenticate': this.#header(visit, path, parts) });
  }

  #welcome(visit: Visit, principal: Principal): Principal {
    visit.principal = principal;
    return principal;
  }

  #challenge(visit: Visit, path: string, why: string, sentence: string, ...parts: string[]): Plain {
    return visit.refuse(401, why, sentence, { 'www-authenticate': this.#header(visit, path, parts) });
  }

  #header(visit: Visit, path: string, parts: readonly string[]): string {
    const metadata = `resource_metadata="${this.baseUrl(visit)}${METADATA_PATH}${path}"`;
    return `Bearer ${[...parts, metadata].join(', ')}`;
  }
}
