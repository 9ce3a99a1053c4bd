/** A small, fast random number generator: seed and number of a line give the same line everywhere, whatever came before it. */
export function randomOfLine(seed, index) {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

const SEEDS = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'f', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'ping' },
  { id: 3, method: 'tools/list', params: { cursor: 'x' } },
  { id: 4, method: 'tools/call', params: { name: 'add', arguments: { a: 12.5, b: '9007199254740993.1' } } },
  {
    id: 5,
    method: 'tools/call',
    params: { name: 'format_currency', arguments: { amount: -1234.5, picture: '$$,$$9.99CR', currency: 'EUR' } },
  },
  {
    id: 6,
    method: 'tools/call',
    params: { name: 'validate_date', arguments: { date: '20240229' }, _meta: { progressToken: 7 } },
  },
  { method: 'notifications/cancelled', params: { requestId: 4, reason: 'x' } },
  { id: 8, method: 'server/discover', params: { _meta: MODERN } },
  { id: 9, method: 'tools/call', params: { name: 'add', arguments: { a: 1, b: 2 }, _meta: MODERN } },
  { id: 10, method: 'subscriptions/listen', params: { _meta: MODERN, subscriptions: {} } },
  { id: 11, result: {} },
].map((message) => Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message })));

/** The first message of a connection decides which era of the protocol it speaks. */
export const OPENINGS = { handshake: SEEDS[0], 'per request': SEEDS[9] };

const TOKENS = [
  'null',
  'true',
  '{}',
  '[]',
  '""',
  '-0',
  '1e999',
  '9007199254740993',
  '"\\ud800"',
  '"__proto__"',
  '{"a":',
  '[[',
  '\\',
  '"',
  ',',
  '\u0000',
  '\u0003',
  '😀',
].map((token) => Buffer.from(token));

/** One line of input: a message, broken in up to four places. Never holds a newline. */
export function mutatedLine(random) {
  let line = SEEDS[random(SEEDS.length)];
  for (let left = random(5); left > 0; left--) line = mutate(line, random);
  return Buffer.from(line.map((byte) => (byte === 0x0a ? 0x20 : byte)));
}

function mutate(line, random) {
  const at = random(line.length + 1);
  const end = Math.min(line.length, at + random(12));
  const head = line.subarray(0, at);
  switch (random(6)) {
    case 0:
      return Buffer.concat([head, line.subarray(end)]);
    case 1:
      return Buffer.concat([head, TOKENS[random(TOKENS.length)], line.subarray(end)]);
    case 2:
      return Buffer.concat([head, Buffer.from([random(256)]), line.subarray(at)]);
    case 3:
      return Buffer.concat([line.subarray(0, end), line.subarray(at)]);
    case 4:
      return head;
    default: {
      const other = SEEDS[random(SEEDS.length)];
      return Buffer.concat([head, other.subarray(random(other.length))]);
    }
  }
}
