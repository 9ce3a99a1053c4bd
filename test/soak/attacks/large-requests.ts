import type { Attack } from './attack.ts';
import { callBody, flood, poured } from './floods.ts';

const UPLOAD_BYTES = 10 * 1024 * 1024;
/** Digits that no binary number has, so that each is kept as it was written. */
const INEXACT = '0.12345678901234567890';

export const largeUploads: Attack = {
  over: 'http',
  rule: '48 uploads of 10 MiB at once do not fill the memory, and each is stored or may be tried again',
  scopes: 'fs:read fs:write',
  async run(target) {
    const binary_data = Buffer.alloc(UPLOAD_BYTES, 'picture').toString('base64');
    const seen = new Set<number>();
    await flood(target.times(48), 48, async (index) => {
      const upload = { book_id: 'uploads', asset_type: 'img', filename: `${index}.png`, binary_data };
      seen.add(await poured(target, 'upload_asset', upload));
    });
    const wrong = [...seen].filter((status) => status !== 200 && status !== 429 && status !== 503);
    if (wrong.length > 0) throw new Error(`uploads were answered with ${wrong.join(', ')}`);
  },
};

export const inexactNumbers: Attack = {
  over: 'http',
  rule: 'messages full of numbers that cannot be exact keep nobody waiting',
  async run({ server, headers, times }) {
    const numbers = `[${`${INEXACT},`.repeat(180_000)}0]`;
    const body = callBody('add', {}).replace('{}', `{"a":"1","b":${numbers}}`);
    await flood(times(40), 4, () => server.post('/mcp', body, { ...headers }));
  },
};

export const inexactNumbersInOneLine: Attack = {
  over: 'stdio',
  command: 'cobol',
  rule: '3 million numbers that cannot be exact, in one line, do not fill the memory',
  async run(server, { times }) {
    const numbers = `[${`${INEXACT},`.repeat(times(3_000_000))}0]`;
    server.stdin.write(`${callBody('add', {}).replace('{}', `{"a":"1","b":${numbers}}`)}\n`);
  },
};
