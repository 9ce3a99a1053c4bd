import { createHash, randomBytes } from 'node:crypto';
import type { Sqlite } from './sqlite.ts';

const HINT_LENGTH = 8;

interface TokenInfo {
  /** The first digits of the token, enough to tell it from others. */
  readonly hint: string;
  readonly label: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly is_active: number;
}

/** The bearer tokens of the API. Only hashes are stored: the file tells nobody a token. */
export class Tokens {
  constructor(
    private readonly db: Sqlite,
    private readonly now: () => Date,
  ) {}

  /** Makes a token, which is shown this once. */
  create(label: string): string {
    const token = randomBytes(32).toString('hex');
    const insert = 'insert into api_tokens (token, hint, label, created_at) values (?, ?, ?, ?)';
    this.db.run(insert, hashOf(token), token.slice(0, HINT_LENGTH), label, this.#seconds());
    return token;
  }

  list(): TokenInfo[] {
    return this.db.all(
      'select hint, label, created_at, last_used_at, is_active from api_tokens order by created_at, hint',
    );
  }

  /** Takes back the token with this hint, and says whether there was an active one. */
  revoke(hint: string): boolean {
    return this.db.run('update api_tokens set is_active = 0 where hint = ? and is_active = 1', hint) > 0;
  }

  /** Whether the token may be used now. */
  accepts(token: string): boolean {
    const hash = hashOf(token);
    const row = this.db.get<{ last_used_at: number | null }>(
      'select last_used_at from api_tokens where token = ? and is_active = 1',
      hash,
    );
    if (row === undefined) return false;
    const seconds = this.#seconds();
    // Many requests a second are one use, and no request waits for the write lock to note it.
    if (row.last_used_at !== seconds)
      this.db.runIfFree('update api_tokens set last_used_at = ? where token = ?', seconds, hash);
    return true;
  }

  #seconds(): number {
    return Math.floor(this.now().getTime() / 1000);
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
