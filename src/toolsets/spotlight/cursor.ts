import { createHash } from 'node:crypto';
import type { Hit } from '../../engines/filesearch/engine.ts';

/** The place in a list behind the last hit that was shown, and how many were shown before it. */
export interface ListPlace {
  readonly shown: number;
  readonly rank: number;
  readonly modifiedMs: number;
  readonly pathHash: string;
}

/** What a list answers: the tool and the arguments that choose its hits. */
export type Question = readonly string[];

const PATH_AT = 18;
const SEAL_AT = 24;
const LENGTH = 28;

/** The cursor to the rest of a list. It says all that is needed, so that nothing is kept for it. */
export function cursorBehind({ rank, modifiedMs, path }: Hit, shown: number, question: Question): string {
  const bytes = Buffer.alloc(LENGTH);
  bytes.writeDoubleBE(modifiedMs, 0);
  bytes.writeUInt16BE(shown, 8);
  bytes.writeDoubleBE(rank, 10);
  bytes.write(hashOf(path), PATH_AT, SEAL_AT - PATH_AT, 'hex');
  bytes.write(sealOf(bytes, question), SEAL_AT, 'hex');
  return bytes.toString('base64url');
}

/** The place that a cursor of this question means; undefined when it is of another, or none at all. */
export function readCursor(cursor: string, question: Question): ListPlace | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length !== LENGTH || bytes.toString('base64url') !== cursor) return undefined;
  if (bytes.toString('hex', SEAL_AT) !== sealOf(bytes, question)) return undefined;
  return {
    modifiedMs: bytes.readDoubleBE(0),
    shown: bytes.readUInt16BE(8),
    rank: bytes.readDoubleBE(10),
    pathHash: bytes.toString('hex', PATH_AT, SEAL_AT),
  };
}

/** The hits behind a place. When its hit has gone or changed, those as old as it come again rather than not at all. */
export function hitsBehind(hits: readonly Hit[], { rank, modifiedMs, pathHash }: ListPlace): readonly Hit[] {
  const isThere = (hit: Hit) =>
    hit.rank === rank && hit.modifiedMs === modifiedMs && hashOf(hit.path).startsWith(pathHash);
  const last = hits.findIndex(isThere);
  if (last !== -1) return hits.slice(last + 1);
  return hits.filter((hit) => hit.rank > rank || (hit.rank === rank && hit.modifiedMs <= modifiedMs));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function sealOf(bytes: Buffer, question: Question): string {
  const place = bytes.toString('hex', 0, SEAL_AT);
  return hashOf(JSON.stringify([place, ...question])).slice(0, (LENGTH - SEAL_AT) * 2);
}
