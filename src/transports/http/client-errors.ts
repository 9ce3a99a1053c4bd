import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Connections whose request may take longer than others, because whoever reads it looks at the pace itself. */
const unhurried = new WeakSet<Socket>();

/** Does work with a request to which the time limit of requests does not apply. */
export async function unhurriedly<Result>(socket: Socket, work: () => Promise<Result>): Promise<Result> {
  unhurried.add(socket);
  try {
    return await work();
  } finally {
    unhurried.delete(socket);
  }
}

const REPLIES: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
};

/** Answers what is no request, or has not become one in time, as Node would; but leaves alone who may take longer. */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    if (isTimeout && unhurried.has(socket as Socket)) return;
    const { _httpMessage: answer } = socket as { _httpMessage?: { headersSent: boolean } };
    // In the middle of an answer it would be taken for a part of that.
    if (socket.writable && !answer?.headersSent) {
      socket.write(`HTTP/1.1 ${REPLIES[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
    }
    socket.destroy(error);
  });
}
