import { createServer, request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEndOfFile } from '../../../../test/harness/end-of-file.ts';
import { send } from '../listener.ts';
import { type Answer, RequestContext } from '../request-context.ts';

/** A server on a real port that has one way to answer; stopped with the test file. */
export async function answeringServer(answer: (context: RequestContext) => Answer | Promise<Answer>): Promise<string> {
  const reply = async (context: RequestContext) => send(await answer(context), context.outgoing);
  const server = createServer((incoming, outgoing) => void reply(new RequestContext(incoming, outgoing)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Asks as it is told, and gives what came as it came. */
export function ask(url: string, options: RequestOptions = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { agent: false, ...options }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) });
      });
    });
    sent.on('error', reject).end();
  });
}
