import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What a request is answered with: nearly always a text that is there already, else a response whose body is yet to come. */
export type Answer = Plain | Response;

/** A whole answer. */
export class Plain {
  constructor(
    readonly status: number,
    readonly headers: Readonly<Record<string, string>>,
    readonly text: string | null,
  ) {}

  toResponse(): Response {
    return new Response(this.text, { status: this.status, headers: this.headers });
  }
}

/** Sends an answer; resolves when it has left, or its reader has. */
export async function send(answer: Answer, outgoing: ServerResponse): Promise<void> {
  if (answer instanceof Plain) sendPlain(answer, outgoing);
  else await sendResponse(answer, outgoing);
}

function sendPlain({ status, headers, text }: Plain, outgoing: ServerResponse): void {
  if (text === null) {
    outgoing.writeHead(status, headers).end();
    return;
  }
  const length = Buffer.byteLength(text);
  const list = ['content-length', String(length)];
  for (const name in headers) list.push(name, headers[name] as string);
  // Head and body leave as one text; if that is ASCII, a character is a byte, and nothing needs to be encoded.
  outgoing.writeHead(status, list).end(text, length === text.length ? 'latin1' : 'utf8');
}

async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) {
    outgoing.end();
    return;
  }
  // Who listens for events must not wait for the first one to learn that they may come.
  outgoing.flushHeaders();
  // A reader that goes away is nothing to complain about: the body is cancelled, and whoever makes it learns of it.
  await pipeline(Readable.fromWeb(response.body), outgoing).catch(() => {});
}
