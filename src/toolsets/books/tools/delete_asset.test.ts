import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scopesOf } from '../book-tool.ts';
import { deleteAsset } from './delete_asset.ts';
import { BOOK, libraryTools } from './testing/library.ts';

const { call, audit, pathOf } = libraryTools();
const picture = { ...BOOK, asset_type: 'img', filename: '01-intro/a.png' };

describe('delete_asset', () => {
  it('deletes an asset, and succeeds when there is none; each call has one row in the audit log', async () => {
    await call('upload_asset', { ...picture, binary_data: 'YWJj' });
    const told = { status: 'success', path: 'books/ai-python/static/img/01-intro/a.png' };
    expect(await call('delete_asset', picture)).toEqual({ ...told, existed: true });
    expect(existsSync(pathOf(told.path))).toBe(false);
    expect(await call('delete_asset', picture)).toEqual({ ...told, existed: false });
    expect(await call('list_assets', BOOK)).toEqual({ result: [] });
    const { deleted_files } = await call('delta_build', { ...BOOK, since: '2020-01-01T00:00:00Z' });
    expect(deleted_files).toEqual([{ path: 'static/img/01-intro/a.png', namespace: 'base', last_modified: '(time)' }]);
    expect((await audit()).filter((row) => row.includes('delete_asset'))).toEqual([
      'tester 1 | delete_asset | static/img/01-intro/a.png | __base__ | success',
      'tester 1 | delete_asset | static/img/01-intro/a.png | __base__ | success',
    ]);
  });

  it('refuses names that lead elsewhere', async () => {
    const refused = { error: 'SchemaViolationError', code: 'INVALID_PATH' };
    expect(await call('delete_asset', { ...picture, filename: '../../content/a.md' })).toMatchObject(refused);
  });

  it('needs the scope of delete_content', () => {
    expect(scopesOf({ deleteScope: 'fs:admin' }, deleteAsset, picture, 'ada')).toEqual(['fs:admin', 'fs:admin']);
  });
});
