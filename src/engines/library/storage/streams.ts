import { addAbortSignal, type Readable } from 'node:stream';

/** A stream that ends when the signal fires. Its reader learns of a failure; a failure without a reader does no harm. */
export function abortable(stream: Readable, signal?: AbortSignal): Readable {
  // Without a listener an error would end the whole program.
  stream.on('error', () => {});
  return signal ? addAbortSignal(signal, stream) : stream;
}

/** The bytes of a stream from one position up to another, which is not included. */
export async function* byteRange(
  stream: AsyncIterable<Uint8Array>,
  start: number,
  end: number,
): AsyncIterable<Uint8Array> {
  let at = 0;
  for await (const chunk of stream) {
    const piece = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at));
    at += chunk.length;
    if (piece.length > 0) yield piece;
    if (at >= end) return;
  }
}
