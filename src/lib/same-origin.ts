const MAX_REDIRECTS = 10;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A server that sends us to another one: the one that we were told to ask must not choose another. */
export class ForeignRedirect extends Error {
  override readonly name = 'ForeignRedirect';

  constructor({ origin, protocol }: URL) {
    super(
      `it redirects to ${origin === 'null' ? protocol : origin}, and only redirects within its own origin are followed`,
    );
  }
}

/** The address that an answer sends us to, if it does. */
export function redirectOf(status: number, location: unknown): string | undefined {
  return REDIRECTS.has(status) && typeof location === 'string' ? location : undefined;
}

/** The next address within the origin; `hops` counts the redirects so far. */
export function redirectWithin(from: URL, location: string, hops: number): URL {
  if (hops === MAX_REDIRECTS) throw new Error(`more than ${MAX_REDIRECTS} redirects`);
  const next = new URL(location, from);
  if (next.origin !== from.origin) throw new ForeignRedirect(next);
  return next;
}

/** Fetches one address and follows nothing. */
export type FetchOnce = (url: URL, init: RequestInit) => Promise<Response>;

/** `fetch` that stays at the server it was sent to. */
export async function fetchWithinOrigin(
  address: string,
  init: RequestInit,
  fetchOnce: FetchOnce = fetch,
): Promise<Response> {
  let url = new URL(address);
  let asked = init;
  for (let hops = 0; ; hops++) {
    const response = await fetchOnce(url, { ...asked, redirect: 'manual' });
    const { status, headers, body } = response;
    const location = redirectOf(status, headers.get('location'));
    if (location === undefined) return response;
    await body?.cancel();
    url = redirectWithin(url, location, hops);
    // As browsers do: only 307 and 308 send again what was sent.
    if (status < 307 && asked.method === 'POST') asked = { ...asked, method: 'GET', body: null };
  }
}
