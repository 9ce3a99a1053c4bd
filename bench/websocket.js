import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';

const TEXT = 1;

/** A WebSocket as far as Node's inspector needs one, which speaks in whole texts; Node 20 has none of its own. */
export class WebSocketClient {
  #socket;
  #unread;
  #onText;

  static async open(url, onText) {
    const request = get(url.replace('ws:', 'http:'), {
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': 13,
        'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      },
    });
    request.once('response', ({ statusCode }) => request.destroy(new Error(`${url} answered with ${statusCode}`)));
    const [, socket, head] = await once(request, 'upgrade');
    return new WebSocketClient(socket, head, onText);
  }

  constructor(socket, head, onText) {
    this.#socket = socket;
    this.#unread = head;
    this.#onText = onText;
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('data', (chunk) => this.#read(chunk)).on('error', () => {});
  }

  send(text) {
    const payload = Buffer.from(text);
    const isLong = payload.length > 125;
    // What a client sends is masked; four zeros at the end of the header are a mask that changes nothing.
    const header = Buffer.alloc(isLong ? 8 : 6);
    header[0] = 0x80 | TEXT;
    header[1] = 0x80 | (isLong ? 126 : payload.length);
    if (isLong) header.writeUInt16BE(payload.length, 2);
    this.#socket.write(Buffer.concat([header, payload]));
  }

  close() {
    this.#socket.destroy();
  }

  #read(chunk) {
    this.#unread = Buffer.concat([this.#unread, chunk]);
    for (let frame = frameIn(this.#unread); frame; frame = frameIn(this.#unread)) {
      this.#unread = this.#unread.subarray(frame.end);
      if (frame.kind === TEXT) this.#onText(frame.payload.toString());
    }
  }
}

function frameIn(bytes) {
  if (bytes.length < 2) return undefined;
  const short = bytes[1] & 0x7f;
  const start = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (bytes.length < start) return undefined;
  const length = short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short;
  const end = start + length;
  return bytes.length < end ? undefined : { kind: bytes[0] & 0x0f, payload: bytes.subarray(start, end), end };
}
