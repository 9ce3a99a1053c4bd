import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BOOK, libraryTools } from './testing/library.ts';

const { call, audit, pathOf } = libraryTools({ maxDirectUploadMb: '1' });
const picture = { ...BOOK, asset_type: 'img', filename: '01-intro/diagram ü.png' };
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('upload_asset', () => {
  it('stores the bytes, and replaces what had that name', async () => {
    expect(await call('upload_asset', { ...picture, binary_data: base64('a picture') })).toMatchInlineSnapshot(`
      {
        "cdn_url": "file:///library/books/ai-python/static/img/01-intro/diagram%20%C3%BC.png",
        "file_size": 9,
        "method": "direct",
        "mime_type": "image/png",
        "status": "success",
      }
    `);
    await call('upload_asset', { ...picture, binary_data: base64('another') });
    expect(readFileSync(pathOf('books/ai-python/static/img/01-intro/diagram ü.png'), 'utf8')).toBe('another');
    expect(await audit()).toMatchInlineSnapshot(`
      [
        "tester 1 | upload_asset | static/img/01-intro/diagram ü.png | __base__ | success",
        "tester 1 | upload_asset | static/img/01-intro/diagram ü.png | __base__ | success",
      ]
    `);
  });

  it('takes base64 exactly, and no more than the options allow', async () => {
    const refusal = (binary_data: string) => call('upload_asset', { ...picture, binary_data });
    expect(await refusal('')).toMatchInlineSnapshot(`
      {
        "code": "INVALID_BASE64",
        "error": "ValidationError",
        "isError": true,
        "issues": [
          {
            "field": "binary_data",
            "message": "The asset is empty; send its bytes as base64.",
          },
        ],
        "message": "The asset is empty; send its bytes as base64.",
      }
    `);
    expect(await refusal('YQ')).toMatchInlineSnapshot(`
      {
        "code": "INVALID_BASE64",
        "error": "ValidationError",
        "isError": true,
        "issues": [
          {
            "field": "binary_data",
            "message": "This is not standard base64 (A-Z a-z 0-9 + /, padded with =). Encode the bytes again.",
          },
        ],
        "message": "This is not standard base64 (A-Z a-z 0-9 + /, padded with =). Encode the bytes again.",
      }
    `);
    expect(await refusal(Buffer.alloc(1024 * 1024 + 1).toString('base64'))).toMatchInlineSnapshot(`
      {
        "code": "ASSET_TOO_LARGE",
        "error": "ValidationError",
        "isError": true,
        "issues": [
          {
            "field": "binary_data",
            "message": "The asset has 1048577 bytes, and at most 1048576 fit into a call. Leave binary_data out and send its size to get an address for it.",
          },
        ],
        "message": "The asset has 1048577 bytes, and at most 1048576 fit into a call. Leave binary_data out and send its size to get an address for it.",
      }
    `);
    expect(await refusal(Buffer.alloc(1024 * 1024 + 9).toString('base64'))).toMatchInlineSnapshot(`
      {
        "code": "ASSET_TOO_LARGE",
        "error": "ValidationError",
        "isError": true,
        "issues": [
          {
            "field": "binary_data",
            "message": "The asset has about 1048587 bytes, and at most 1048576 fit into a call. Leave binary_data out and send its size to get an address for it.",
          },
        ],
        "message": "The asset has about 1048587 bytes, and at most 1048576 fit into a call. Leave binary_data out and send its size to get an address for it.",
      }
    `);
    expect(await audit()).toMatchInlineSnapshot(`
      [
        "tester 1 | upload_asset | static/img/01-intro/diagram ü.png | __base__ | error | INVALID_BASE64",
        "tester 1 | upload_asset | static/img/01-intro/diagram ü.png | __base__ | error | INVALID_BASE64",
        "tester 1 | upload_asset | static/img/01-intro/diagram ü.png | __base__ | error | ASSET_TOO_LARGE",
        "tester 1 | upload_asset | static/img/01-intro/diagram ü.png | __base__ | error | ASSET_TOO_LARGE",
      ]
    `);
  });

  it('refuses names outside of its folder, and types that there are not', async () => {
    const binary_data = base64('x');
    expect(await call('upload_asset', { ...picture, binary_data, filename: '../x.png' })).toMatchInlineSnapshot(`
      {
        "code": "INVALID_PATH",
        "error": "SchemaViolationError",
        "expected_format": "static/img/name.ext or static/img/folder/name.ext",
        "isError": true,
        "message": "The path holds "..", which is not allowed. Give a plain relative path.",
        "path": "../x.png",
      }
    `);
    expect(await call('upload_asset', { ...picture, binary_data, asset_type: 'fonts' })).toMatchInlineSnapshot(`
      {
        "code": "VALIDATION_ERROR",
        "error": "ValidationError",
        "isError": true,
        "issues": [
          {
            "field": "asset_type",
            "message": "Invalid argument "asset_type": received "fonts"; expected one of "img", "slides", "videos", "audio".",
          },
        ],
        "message": "Invalid argument "asset_type": received "fonts"; expected one of "img", "slides", "videos", "audio".",
      }
    `);
  });

  it('says where larger files can go when nothing can be sent to this server', async () => {
    expect(await call('upload_asset', { ...picture, size: 20_000_000 })).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(/binary_data.*quartet serve.*quartet books upload/),
    });
    expect(await call('upload_asset', picture)).toMatchObject({
      code: 'VALIDATION_ERROR',
      issues: [{ field: 'binary_data', message: expect.stringMatching(/binary_data, or the size/) }],
    });
    expect(await call('upload_asset', { ...picture, size: 2, binary_data: base64('abc') })).toMatchObject({
      issues: [{ field: 'size', message: 'binary_data has 3 bytes. Leave size out, or correct it.' }],
    });
  });
});
