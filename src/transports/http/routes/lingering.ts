import type { IncomingMessage } from 'node:http';
import type { Plain } from '../request-context.ts';

/** So long, and so many bytes, a sender may go on after it has its answer. */
const [MOST_MS, MOST_BYTES] = [10_000, 64 * 1024 * 1024];

/**
 * An answer to somebody who is still sending. It is whole at once, but the connection stays open until the sender has noticed or has sent everything: if it were closed
 * before, the system would throw away what the sender has not read yet, and it would never learn why.
 */
export function lingering({ status, headers, text }: Plain, incoming: IncomingMessage): Response {
  const bytes = Buffer.from(text ?? '');
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      let taken = 0;
      let isOver = false;
      const end = () => {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        controller.close();
      };
      const timer = setTimeout(end, MOST_MS).unref();
      incoming.once('end', end).once('close', end);
      incoming.on('data', (chunk: Buffer) => {
        taken += chunk.length;
        if (taken > MOST_BYTES) end();
      });
      incoming.resume();
    },
  });
  return new Response(body, { status, headers: { ...headers, 'content-length': String(bytes.length) } });
}
