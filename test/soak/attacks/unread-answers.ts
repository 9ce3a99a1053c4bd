import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from './attack.ts';
import { callBody, lingering, putByHand, requestHead } from './floods.ts';

const ASSET_BYTES = 10 * 1024 * 1024;
const LESSON = 'content/01-Part/01-Chapter/01-lesson.md';
/** How long the attacker waits for the server to fill its memory. */
const PATIENCE_MS = 4000;

export const unreadAssets: Attack = {
  over: 'http',
  rule: 'connections that ask for an asset of 10 MiB and never read it do not fill the memory',
  prepare({ root }) {
    putByHand(root, 'unread/static/img/large.png', Buffer.alloc(ASSET_BYTES, 'asset'));
    return {};
  },
  async run({ server, headers, times }) {
    const wanted = { book_id: 'unread', asset_type: 'img', filename: 'large.png', include_binary: true };
    const body = callBody('get_asset', wanted);
    const sockets = lingering(server, times(300), requestHead(headers, body.length) + body);
    await sleep(PATIENCE_MS);
    for (const socket of sockets) socket.destroy();
  },
};

export const unreadLessons: Attack = {
  over: 'stdio',
  command: 'books',
  rule: 'a client on stdio that asks for a large lesson again and again and never reads does not fill the memory',
  prepare({ root }) {
    putByHand(root, `unread/${LESSON}`, 'A line of a lesson that is long.\n'.repeat(130_000));
    return {};
  },
  async run(server, { times }) {
    const params = { name: 'read_content', arguments: { book_id: 'unread', path: LESSON } };
    for (let id = times(400); id > 0; id--) {
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
    }
    await sleep(PATIENCE_MS);
  },
};
