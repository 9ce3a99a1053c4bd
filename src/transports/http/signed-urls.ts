import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export const ARCHIVES_PATH = '/archives';
export const UPLOADS_PATH = '/uploads';

/** Addresses of files that are good for a while and for nothing else. */
export class SignedUrls {
  readonly #key: Buffer;

  constructor(
    private readonly baseUrl: () => string,
    /** The same on all replicas, if there are several. */
    secret?: string,
    private readonly now: () => number = () => Date.now(),
    private readonly path: typeof ARCHIVES_PATH | typeof UPLOADS_PATH = ARCHIVES_PATH,
  ) {
    const key = secret === undefined ? randomBytes(32) : Buffer.from(secret);
    // Whoever may fetch a file may not send one.
    this.#key = path === ARCHIVES_PATH ? key : createHmac('sha256', key).update(path).digest();
  }

  make(toolset: string, name: string, expires: Date): string {
    const until = Math.floor(expires.getTime() / 1000);
    const path = `${this.path}/${toolset}/${encodeURIComponent(name)}`;
    return `${this.baseUrl()}${path}?expires=${until}&signature=${this.#sign(toolset, name, until).toString('base64url')}`;
  }

  /** Tells whether an address that somebody has come by is one of ours, and until when it is good. */
  judge(url: string | undefined, toolset: string, name: string) {
    const query = new URL(url ?? '', 'http://localhost').searchParams;
    const expires = query.get('expires') ?? '';
    const verdict = this.check(toolset, name, expires, query.get('signature') ?? '');
    return { verdict, expires: new Date(Number(expires) * 1000) };
  }

  /** Tells whether an address is one of ours, and whether it is still good. */
  check(toolset: string, name: string, expires: string, signature: string): 'good' | 'expired' | 'bad' {
    const until = /^\d{1,12}$/.test(expires) ? Number(expires) : Number.NaN;
    const wanted = this.#sign(toolset, name, until);
    const given = Buffer.from(signature, 'base64url');
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 'bad';
    return until * 1000 > this.now() ? 'good' : 'expired';
  }

  #sign(toolset: string, name: string, until: number): Buffer {
    return createHmac('sha256', this.#key).update(`${toolset}\n${name}\n${until}`).digest();
  }
}
