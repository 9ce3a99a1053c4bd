import { createHash } from 'node:crypto';
import { ConfigurationFailure } from '../../../lib/failures.ts';
import type { Principal } from './principal.ts';

const MIN_LENGTH = 16;
const HASHED = /^sha256:([0-9a-f]{64})$/;

export interface KnownToken {
  readonly hash: Buffer;
  readonly principal: Principal;
}

/** A place where tokens are written down. */
export interface TokenSource {
  /** How messages name it. */
  readonly source: string;
  read(): string;
}

/** Reads `name token scope…`, one token a line; `#` begins a comment. The token may be written as `sha256:` and its hash. */
export function parseTokens(text: string, source: string): KnownToken[] {
  const lines = text.split(/\r?\n|;/).map((line) => line.replace(/(^|\s)#.*/, '').trim());
  const known = lines.flatMap((line, index) => (line === '' ? [] : [parseLine(line, `${source}, line ${index + 1}`)]));
  if (known.length === 0) throw new ConfigurationFailure(`${source} holds no token. Write: NAME TOKEN SCOPE…`);
  const names = known.map(({ principal }) => principal.key);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new ConfigurationFailure(`${source}: the name ${twice.slice(KIND.length)} is used twice.`);
  return known;
}

const KIND = 'token:';

/** No message shows a token. */
function parseLine(line: string, where: string): KnownToken {
  const [name = '', token = '', ...scopes] = line.split(/\s+/);
  if (!/^[\w.@-]{1,100}$/.test(name) || /^system$/i.test(name)) {
    throw new ConfigurationFailure(`${where}: a name has letters, digits and . _ @ - only, and is not "system".`);
  }
  const hashed = HASHED.exec(token)?.[1];
  if (hashed === undefined && token.length < MIN_LENGTH) {
    throw new ConfigurationFailure(
      `${where}: the token of ${name} is missing or shorter than ${MIN_LENGTH} characters.`,
    );
  }
  if (hashed === undefined && !/^[\w.~+/-]+=*$/.test(token)) {
    throw new ConfigurationFailure(`${where}: the token of ${name} has characters that no bearer token may have.`);
  }
  if (scopes.length === 0) {
    throw new ConfigurationFailure(
      `${where}: ${name} has no scopes. Add some, such as tools:call fs:read, or * for all.`,
    );
  }
  const principal = { key: `${KIND}${name}`, subject: name, scopes: new Set(scopes) };
  return { hash: hashed === undefined ? sha256(token) : Buffer.from(hashed, 'hex'), principal };
}

function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
