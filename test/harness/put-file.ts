import { type ClientRequest, request } from 'node:http';
import type { Reply } from './http-server.ts';

/** Begins to send a file to an address; whoever has begun it writes the bytes and ends it. */
export function beginPut(url: string, headers: Record<string, string | number> = {}) {
  const sent: ClientRequest = request(url, { method: 'PUT', agent: false, headers });
  const reply = new Promise<Omit<Reply, 'text'>>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, json: JSON.parse(text) });
      });
    });
  });
  // Of a connection that was cut nobody may want to know.
  reply.catch(() => {});
  return { sent, reply };
}

/** Sends so many bytes, a chunk over and over, and gives the answer; stops when it has come. */
export async function putFile(url: string, size: number, chunk: Buffer, headers?: Record<string, string | number>) {
  const { sent, reply } = beginPut(url, headers ?? { 'content-length': size });
  let answered = false;
  const over = reply.finally(() => {
    answered = true;
  });
  over.catch(() => {});
  for (let left = size; left > 0 && !answered; left -= chunk.length) {
    if (!sent.write(chunk.subarray(0, left))) {
      await Promise.race([new Promise((resolve) => sent.once('drain', resolve)), over]);
    }
  }
  sent.end();
  return await reply;
}
