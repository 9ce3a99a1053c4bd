import type { Plain, RequestContext } from '../request-context.ts';

export interface ResourceOptions {
  readonly issuer?: string | undefined;
  readonly scopes: readonly string[];
}

/** The document of RFC 9728: where a client gets a token for one of our addresses. */
export function protectedResource(
  context: RequestContext,
  resource: string,
  { issuer, scopes }: ResourceOptions,
): Plain {
  return context.json(200, {
    resource,
    ...(issuer !== undefined && { authorization_servers: [issuer] }),
    bearer_methods_supported: ['header'],
    scopes_supported: scopes,
    resource_name: 'Quartet',
  });
}
