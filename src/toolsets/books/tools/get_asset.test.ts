import { writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { BOOK, libraryTools } from './testing/library.ts';

const { call, audit, pathOf } = libraryTools({ maxDirectUploadMb: '1', cdnBaseUrl: 'https://cdn.test/' });
const picture = { ...BOOK, asset_type: 'img', filename: 'diagram.png' };

describe('get_asset', () => {
  beforeEach(async () => {
    await call('upload_asset', { ...picture, binary_data: Buffer.from('a picture').toString('base64') });
  });

  it('tells where an asset is, and on request its bytes', async () => {
    expect(await call('get_asset', picture)).toMatchInlineSnapshot(`
      {
        "asset_type": "img",
        "cdn_url": "https://cdn.test/books/ai-python/static/img/diagram.png",
        "file_hash_sha256": "92b2fa58028958317e408bd84ecfa70f5ee35b121991dbc232c49d166353708b",
        "file_size": 9,
        "filename": "diagram.png",
        "mime_type": "image/png",
        "upload_timestamp": "(time)",
        "uploaded_by_agent_id": "tester 1",
      }
    `);
    const { binary_data } = await call('get_asset', { ...picture, include_binary: true });
    expect(Buffer.from(String(binary_data), 'base64').toString()).toBe('a picture');
  });

  it('says where to fetch what is too large for a result', async () => {
    writeFileSync(pathOf('books/ai-python/static/img/large.png'), Buffer.alloc(1024 * 1024 + 1));
    const large = { ...picture, filename: 'large.png', include_binary: true };
    expect(await call('get_asset', large)).toMatchInlineSnapshot(`
      {
        "cdn_url": "https://cdn.test/books/ai-python/static/img/large.png",
        "code": "ASSET_TOO_LARGE",
        "error": "ValidationError",
        "isError": true,
        "message": "The asset has 1048577 bytes, too many for a tool result. Fetch it from its cdn_url.",
      }
    `);
  });

  it('says what to do when there is none', async () => {
    expect(await call('get_asset', { ...picture, filename: 'none.png' })).toMatchInlineSnapshot(`
      {
        "code": "NOT_FOUND",
        "error": "ContentNotFoundError",
        "isError": true,
        "message": "There is no such asset. See list_assets for what there is.",
        "path": "static/img/none.png",
      }
    `);
    expect(await audit()).toMatchInlineSnapshot(`
      [
        "tester 1 | upload_asset | static/img/diagram.png | __base__ | success",
        "tester 1 | get_asset | static/img/none.png | __base__ | error | NOT_FOUND",
      ]
    `);
  });
});
