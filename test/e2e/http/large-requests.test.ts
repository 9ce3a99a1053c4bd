import { afterEach, describe, expect, it } from 'vitest';
import { type Reply, ServeProcess } from '../../harness/http-server.ts';
import { dataOf } from '../../harness/result-data.ts';

const MIB = 1024 * 1024;
let server: ServeProcess;
afterEach(() => server.stop());

const LESSON = { book_id: 'big', path: 'content/01-Part/01-Chapter/01-large.md' };
const call = (tool: string, args: object, escaped = false) => {
  const params = { name: tool, arguments: args };
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return server.post('/mcp/books', escaped ? escape(text) : text);
};
const escape = (text: string) =>
  text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const upload = (bytes: number, filename = 'a.png') =>
  call('upload_asset', {
    book_id: 'big',
    asset_type: 'img',
    filename,
    binary_data: Buffer.alloc(bytes, 'x').toString('base64'),
  });
const told = ({ json }: Reply) => dataOf(json.result);

describe('HTTP takes what stdio takes', () => {
  it.each([
    ['letters', 'x'.repeat(10_000_000), false],
    ['line ends and quotes', '"\n'.repeat(5_000_000), false],
    ['Cyrillic letters, each escaped', 'б'.repeat(5_000_000), true],
    ['control characters, each escaped', '\u0001'.repeat(10_000_000), true],
  ])(
    'lessons of 10 MB: %s',
    async (_, content, escaped) => {
      server = await ServeProcess.start(['--log-level', 'error']);
      const written = await call('write_content', { ...LESSON, content }, escaped);
      expect(told(written)).toMatchObject({ status: 'success', file_size: 10_000_000 });
      const tooLong = await call('write_content', { ...LESSON, content: `${content}x` }, escaped);
      expect(told(tooLong)).toMatchObject({ error: 'ValidationError' });
    },
    120_000,
  );

  it('assets of 10 MiB, or of what the options say', async () => {
    server = await ServeProcess.start(['--log-level', 'error']);
    expect(told(await upload(10 * MIB))).toMatchObject({ status: 'success', file_size: 10 * MIB });
    expect(told(await upload(10 * MIB + 1))).toMatchObject({ code: 'ASSET_TOO_LARGE' });
    await server.stop();
    server = await ServeProcess.start(['--log-level', 'error'], { PANAVERSITY_MAX_DIRECT_UPLOAD_MB: '20' });
    expect(told(await upload(20 * MIB))).toMatchObject({ status: 'success', file_size: 20 * MIB });
    const asset = await call('get_asset', {
      book_id: 'big',
      asset_type: 'img',
      filename: 'a.png',
      include_binary: true,
    });
    expect(told(asset).binary_data).toHaveLength(Math.ceil((20 * MIB) / 3) * 4);
    expect(told(await upload(20 * MIB + 1))).toMatchObject({ code: 'ASSET_TOO_LARGE' });
    await server.stop();
    server = await ServeProcess.start(['--log-level', 'error'], { PANAVERSITY_MAX_ASSET_SIZE_MB: '2' });
    expect(told(await upload(2 * MIB))).toMatchObject({ status: 'success' });
    expect(told(await upload(2 * MIB + 1))).toMatchObject({ code: 'ASSET_TOO_LARGE' });
  }, 120_000);

  it('a wrong size is told at the start', async () => {
    server = await ServeProcess.start([]);
    for (const size of ['0', '96', 'x', '1.5']) {
      const [code, why] = await ServeProcess.refused(['--max-direct-upload-mb', size]);
      expect([code, why]).toEqual([1, expect.stringContaining('PANAVERSITY_MAX_DIRECT_UPLOAD_MB')]);
    }
  });
});
