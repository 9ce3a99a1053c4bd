import type { Readable } from 'node:stream';
import { abortable } from '../streams.ts';
import { S3Failure } from './errors.ts';

/** An object as an answer shows it. */
export interface S3Object {
  readonly key: string;
  readonly etag: string;
  readonly size: number;
  /** In whole seconds: headers tell no more. */
  readonly modifiedAt: Date;
  /** Which publication it is; undefined when somebody else has put it, and in listings, which do not tell. */
  readonly id: string | undefined;
  /** Whether so much time had passed since the last change that a later one must have another time. */
  readonly settled: boolean;
}

/** An object that is being read. */
export interface S3Body {
  readonly seen: S3Object;
  readonly body: Readable;
}

/** The name of the publication's id in the metadata. */
export const ID = 'quartet-id';

const SETTLED_MS = 3000;

interface AnswerFields {
  readonly ETag?: string | undefined;
  readonly ContentLength?: number | undefined;
  readonly ContentRange?: string | undefined;
  readonly Size?: number | undefined;
  readonly LastModified?: Date | undefined;
  readonly Metadata?: Record<string, string> | undefined;
}

export function seenIn(key: string, told: AnswerFields, serverTime: number): S3Object {
  const modified = Math.floor((told.LastModified?.getTime() ?? 0) / 1000) * 1000;
  const whole = /\/(\d+)$/.exec(told.ContentRange ?? '')?.[1];
  return {
    key,
    etag: told.ETag ?? '',
    size: told.Size ?? (whole === undefined ? (told.ContentLength ?? 0) : Number(whole)),
    modifiedAt: new Date(modified),
    id: told.Metadata?.[ID],
    settled: serverTime - modified >= SETTLED_MS,
  };
}

/** The whole body, which must be as long as its header says. */
export async function collected(answer: AnswerFields & { Body?: unknown }, signal: AbortSignal): Promise<Buffer> {
  const body = abortable(answer.Body as Readable);
  const stop = () => body.destroy(signal.reason as Error);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const length = answer.ContentLength ?? 0;
    const bytes = Buffer.allocUnsafe(length);
    let at = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) at += chunk.copy(bytes, at);
    if (at === length) return bytes;
    throw new S3Failure('The object storage sent a part of an object only.', true, 'CutOff', 200);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
