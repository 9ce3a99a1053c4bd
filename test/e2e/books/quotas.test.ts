import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { type Answer, Wire } from '../../harness/books/wire.ts';
import { ServeProcess } from '../../harness/http-server.ts';
import { dataOf } from '../../harness/result-data.ts';
import { runQuartet } from '../../harness/run-quartet.ts';

const parent = mkdtempSync(join(tmpdir(), 'quartet-quotas-'));
afterAll(() => rmSync(parent, { recursive: true }));

function lesson(number: number, more: object = {}) {
  return { book_id: 'sample', path: `content/01-Part/01-Chapter/${10 + number}-lesson.md`, content: 'word ', ...more };
}

const told = (answer: Answer | undefined) => answer?.result && dataOf(answer.result);

describe('quotas', () => {
  it('stop lessons, assets and overlays with a typed error that says what to do; deleting makes room', async () => {
    const root = join(parent, 'typed');
    const env = { QUARTET_QUOTA_LIBRARY_MB: '1', QUARTET_QUOTA_LIBRARY_FILES: '3', QUARTET_QUOTA_USER_OVERLAYS: '1' };
    const server = await Wire.books(root, env);
    const write = async (...args: Parameters<typeof lesson>) =>
      told(await server.call('write_content', lesson(...args)));
    expect(await write(1)).toMatchObject({ status: 'success' });
    expect(await write(2, { user_id: 'zoe' })).toMatchObject({ status: 'success' });
    expect(await write(3, { user_id: 'zoe' })).toMatchObject({
      error: 'StorageError',
      code: 'QUOTA_EXCEEDED',
      quota: 'user_overlays',
      used: 1,
      needed: 1,
      limit: 1,
      retryable: false,
      message: expect.stringMatching(/1 overlays, 1 are used.* add 1\. Delete .* raise --quota-user-overlays\.$/),
    });
    const asset = (bytes: number) => ({
      book_id: 'sample',
      asset_type: 'img',
      filename: 'a.png',
      binary_data: Buffer.alloc(bytes, 7).toString('base64'),
    });
    expect(told(await server.call('upload_asset', asset(1_048_576)))).toMatchObject({ quota: 'library_bytes' });
    expect(told(await server.call('upload_asset', asset(1000)))).toMatchObject({ status: 'success' });
    expect(await write(4)).toMatchObject({ quota: 'library_files', used: 3, limit: 3 });
    await server.call('delete_content', lesson(1, { content: undefined }));
    expect(await write(4)).toMatchObject({ status: 'success' });
    await server.end();

    const audit = await runQuartet(['books', 'audit', '--status', 'error', '--root', root]);
    expect(audit.stdout.match(/error QUOTA_EXCEEDED/g)).toHaveLength(3);
    expect((await runQuartet(['books', 'verify', '--root', root])).stdout).toContain(': clean');
  });

  it('hold when two servers get 64 writes at once', async () => {
    const root = join(parent, 'race');
    const env = { QUARTET_QUOTA_LIBRARY_FILES: '20' };
    const servers = await Promise.all([Wire.books(root, env), Wire.books(root, env)]);
    const numbers = Array.from({ length: 32 }, (_, n) => n);
    const answers = await Promise.all(
      servers.flatMap((server, s) => numbers.map((n) => server.call('write_content', lesson(2 * n + s)))),
    );
    const codes = answers.map((answer) => told(answer)?.code ?? told(answer)?.status);
    expect(codes.filter((code) => code === 'success')).toHaveLength(20);
    expect(codes.filter((code) => code === 'QUOTA_EXCEEDED')).toHaveLength(44);
    for (const server of servers) await server.end();
  });

  it('are not for the commands of the operator, nor for stdio by default; HTTP has some', async () => {
    const source = join(parent, 'source');
    mkdirSync(join(source, 'docs', '01-Part', '01-Chapter'), { recursive: true });
    for (let n = 0; n < 3; n++)
      writeFileSync(join(source, 'docs', '01-Part', '01-Chapter', `${10 + n}-lesson.md`), 'x');
    const root = join(parent, 'operator');
    const args = ['books', 'ingest', source, '--book', 'sample', '--root', root, '--quota-library-files', '1'];
    expect(await runQuartet(args)).toMatchObject({ code: 0, stderr: '' });
    const wrong = await runQuartet(['books', '--root', root, '--quota-user-mb', 'lots']);
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain('--quota-user-mb must be a whole number, 0 for no limit.');

    const serve = await ServeProcess.start(['--quota-library-files', '3'], {}, root);
    const refused = (await serve.call('/mcp/books', 'write_content', lesson(9))).json as Answer;
    expect(told(refused)).toMatchObject({ code: 'QUOTA_EXCEEDED', quota: 'library_files', used: 3 });
    await serve.stop();
  });

  it('verify finds a wrong count, which --repair puts right', async () => {
    const root = join(parent, 'count');
    const server = await Wire.books(root);
    await server.call('write_content', lesson(1));
    await server.end();
    const database = new DatabaseSync(join(root, '.quartet', 'journal.db'));
    database.exec('update file_usage set files = 7');
    database.close();
    const found = await runQuartet(['books', 'verify', '--root', root]);
    expect(found).toMatchObject({ code: 1, stdout: expect.stringContaining('usage     sample: its files and bytes') });
    expect(await runQuartet(['books', 'verify', '--repair', '--root', root])).toMatchObject({ code: 0 });
    expect((await runQuartet(['books', 'verify', '--root', root])).stdout).toContain(': clean');
  });
});
