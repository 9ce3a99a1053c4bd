import { describe, expect, it } from 'vitest';
import { BOOK, libraryTools } from './testing/library.ts';

const { call, audit } = libraryTools();

describe('list_assets', () => {
  it('lists the assets of a book, of all types or of one', async () => {
    const binary_data = Buffer.from('x').toString('base64');
    await call('upload_asset', { ...BOOK, asset_type: 'img', filename: 'diagram.png', binary_data });
    await call('upload_asset', { ...BOOK, asset_type: 'audio', filename: '01-intro/song.mp3', binary_data });
    expect(await call('list_assets', BOOK)).toMatchInlineSnapshot(`
      {
        "result": [
          {
            "asset_type": "audio",
            "cdn_url": "file:///library/books/ai-python/static/audio/01-intro/song.mp3",
            "file_hash_sha256": "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881",
            "file_size": 1,
            "filename": "01-intro/song.mp3",
            "mime_type": "audio/mpeg",
            "upload_timestamp": "(time)",
            "uploaded_by_agent_id": "tester 1",
          },
          {
            "asset_type": "img",
            "cdn_url": "file:///library/books/ai-python/static/img/diagram.png",
            "file_hash_sha256": "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881",
            "file_size": 1,
            "filename": "diagram.png",
            "mime_type": "image/png",
            "upload_timestamp": "(time)",
            "uploaded_by_agent_id": "tester 1",
          },
        ],
      }
    `);
    const { result } = await call('list_assets', { ...BOOK, asset_type: 'audio' });
    expect(result).toMatchObject([{ filename: '01-intro/song.mp3' }]);
  });

  it('lists nothing of a book that is not there, and refuses what is no book', async () => {
    expect(await call('list_assets', BOOK)).toEqual({ result: [] });
    expect(await call('list_assets', { book_id: 'no book' })).toMatchInlineSnapshot(`
      {
        "code": "VALIDATION_ERROR",
        "error": "ValidationError",
        "isError": true,
        "issues": [
          {
            "field": "book_id",
            "message": "book_id must be 3 to 50 lower-case letters and digits, in groups joined by single hyphens, such as ai-python.",
          },
        ],
        "message": "book_id must be 3 to 50 lower-case letters and digits, in groups joined by single hyphens, such as ai-python.",
      }
    `);
    expect(await audit()).toMatchInlineSnapshot(`
      [
        "tester 1 | list_assets | __base__ | success",
        "tester 1 | list_assets | __base__ | error | VALIDATION_ERROR",
      ]
    `);
  });
});
