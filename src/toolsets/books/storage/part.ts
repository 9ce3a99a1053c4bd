/** The bytes of a stream from one position up to another, which is not included. */
export async function* part(stream: AsyncIterable<Uint8Array>, start: number, end: number): AsyncIterable<Uint8Array> {
  let at = 0;
  for await (const chunk of stream) {
    const piece = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at));
    at += chunk.length;
    if (piece.length > 0) yield piece;
    if (at >= end) return;
  }
}
