import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Wire } from '../../harness/books/wire.ts';
import { dataOf } from '../../harness/result-data.ts';
import { runQuartet } from '../../harness/run-quartet.ts';
import { S3Server } from '../../harness/s3/server.ts';
import { QUARTET } from '../../harness/server-process.ts';
import { treeOf } from '../../harness/tree.ts';

const home = mkdtempSync(join(tmpdir(), 'quartet-bucket-'));
let s3: S3Server;
let env: Record<string, string>;

beforeAll(async () => {
  s3 = await S3Server.start();
  env = {
    PANAVERSITY_S3_ENDPOINT: s3.endpoint,
    PANAVERSITY_S3_BUCKET: s3.bucketName,
    PANAVERSITY_S3_ACCESS_KEY_ID: s3.keys.accessKeyId,
    PANAVERSITY_S3_SECRET_ACCESS_KEY: s3.keys.secretAccessKey,
  };
});
afterAll(async () => {
  await s3.stop();
  rmSync(home, { recursive: true });
});

const LESSON = { book_id: 'sample', path: 'content/01-Part/01-Chapter/01-intro.md' };
const arguments_ = (...more: string[]) => [
  'books',
  '--root',
  join(home, 'journal'),
  '--storage-backend',
  's3',
  ...more,
];

async function server(prefix = 'e2e', ...more: string[]): Promise<Wire> {
  const wire = new Wire([QUARTET, ...arguments_('--s3-prefix', prefix, ...more)], env);
  await wire.hello();
  return wire;
}

describe('a library in a bucket', () => {
  it('is written, read, searched and packed; the address of the archive works and expires (W-26)', async () => {
    const wire = await server('e2e', '--presign-expiry', '2');
    expect(await wire.data('write_content', { ...LESSON, content: '# Intro' })).toMatchObject({ mode: 'created' });
    const { file_hash_sha256 } = await wire.data('read_content', LESSON);
    const conflict = await wire.result('write_content', { ...LESSON, content: 'x', expected_hash: '0'.repeat(64) });
    expect(dataOf(conflict)).toMatchObject({ code: 'CONFLICT', current_hash: file_hash_sha256 });
    await wire.data('write_content', { ...LESSON, content: '# New intro', expected_hash: file_hash_sha256 });
    expect(await wire.data('grep_search', { book_id: 'sample', pattern: 'New' })).toMatchObject({
      result: [{ line_number: 1 }],
    });
    const binary_data = Buffer.from('not really a picture').toString('base64');
    const asset = { book_id: 'sample', asset_type: 'img', filename: 'a b.png' };
    const { cdn_url } = await wire.data('upload_asset', { ...asset, binary_data });
    expect(cdn_url).toBe(`${s3.endpoint}/${s3.bucketName}/e2e/books/sample/static/img/a%20b.png`);
    expect(await wire.data('get_asset', { ...asset, include_binary: true })).toMatchObject({ binary_data });
    expect((await wire.data('list_books', {})).result).toMatchObject([{ book_id: 'sample' }]);
    const made = await wire.data('get_book_archive', { book_id: 'sample' });
    expect(made).toMatchObject({ status: 'success', file_count: 2, valid_for_seconds: 2 });
    const url = String(made.archive_url);
    expect((await fetch(url)).status).toBe(200);
    expect(new Date(String(made.expires_at)).getTime() - Date.now()).toBeLessThanOrEqual(2000);
    await sleep(3100);
    expect((await fetch(url)).status).toBe(403);
    expect(await wire.data('delete_content', LESSON)).toMatchObject({ existed: true });
    await wire.end();
    expect(wire.stderr).not.toMatch(/TESTKEY|test\/secret/);
    const kept = await runQuartet(['books', 'verify', ...arguments_('--s3-prefix', 'e2e').slice(1)], env);
    expect(kept).toMatchObject({ code: 0, stderr: '' });
    expect(kept.stdout).toContain('clean');
  });

  it('what a killed server has left is settled by the next one', async () => {
    for (let round = 0; round < 5; round++) {
      const wire = await server();
      const lessons = Array.from({ length: 20 }, (_, at) => ({
        ...LESSON,
        book_id: `crash-${round}`,
        path: `content/01-Part/01-Chapter/${10 + at}-x.md`,
      }));
      const acknowledged: typeof lessons = [];
      const writes = lessons.map(async (lesson) => {
        const answer = await wire.call('write_content', { ...lesson, content: lesson.path });
        if (answer?.result && !answer.result.isError) acknowledged.push(lesson);
      });
      await sleep(40 + round * 60);
      wire.child.kill('SIGKILL');
      await Promise.all(writes);
      const next = await server();
      for (const lesson of acknowledged)
        expect(await next.data('read_content', lesson)).toMatchObject({ content: lesson.path });
      await next.end();
    }
    expect((await runQuartet(['books', 'verify', ...arguments_('--s3-prefix', 'e2e').slice(1)], env)).stdout).toContain(
      'clean',
    );
  });
});

describe('4.8: settings that do not work end the start, naming the variable and no secret', () => {
  it.each([
    [{ PANAVERSITY_S3_BUCKET: 'none' }, 'PANAVERSITY_S3_BUCKET'],
    [{ PANAVERSITY_S3_BUCKET: '' }, 'PANAVERSITY_S3_BUCKET'],
    [{ PANAVERSITY_S3_SECRET_ACCESS_KEY: 'wrong-secret' }, 'PANAVERSITY_S3_SECRET_ACCESS_KEY'],
    [{ PANAVERSITY_S3_ACCESS_KEY_ID: 'WRONGKEY' }, 'PANAVERSITY_S3_ACCESS_KEY_ID'],
    [{ PANAVERSITY_S3_ENDPOINT: 'http://127.0.0.1:9' }, 'PANAVERSITY_S3_ENDPOINT'],
    [{ PANAVERSITY_PRESIGN_EXPIRY_SECONDS: '0' }, 'PANAVERSITY_PRESIGN_EXPIRY_SECONDS'],
  ])('%j', async (wrong, variable) => {
    const { code, stdout, stderr } = await runQuartet(arguments_(), { ...env, ...wrong });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(variable);
    expect(stderr).not.toMatch(/test\/secret|wrong-secret|WRONGKEY|TESTKEY|127\.0\.0\.1/);
  });

  it('an unknown kind of storage', async () => {
    const { code, stderr } = await runQuartet(['books', '--storage-backend', 'ftp']);
    expect(code).toBe(1);
    expect(stderr).toContain('PANAVERSITY_STORAGE_BACKEND');
  });
});

describe('quartet books migrate', () => {
  const folder = join(home, 'source');
  const place = 's3://library/moved';

  it('brings a folder into a bucket and back, and tells how it went', async () => {
    for (let at = 0; at < 30; at++) {
      const file = join(folder, 'books', 'moved', 'content', '01-Part', '01-Chapter', `${10 + at}-x.md`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `# Lesson ${at}\n`.repeat(at));
    }
    const migrate = (from: string, to: string, ...more: string[]) =>
      runQuartet(['books', 'migrate', '--from', from, '--to', to, ...more], env);
    const dry = await migrate(`fs:${folder}`, place, '--dry-run');
    expect(dry.stdout).toMatch(
      /^dry run: 30 files, \d+ bytes: 30 copied \(\d+ bytes\), 0 already there, 0 versions \(0 copied\), all there$/m,
    );
    const first = await migrate(`fs:${folder}`, place);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout.match(/^copied {4}/gm)).toHaveLength(30);
    const again = await migrate(`fs:${folder}`, place, '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ copied: 0, already: 30, lines: [] });
    expect((await migrate(place, `fs:${join(home, 'back')}`)).code).toBe(0);
    expect(treeOf(join(home, 'back', 'books'))).toEqual(treeOf(join(folder, 'books')));
    const served = await server('moved');
    expect((await served.data('glob_search', { book_id: 'moved', pattern: '**/*.md' })).result).toHaveLength(30);
    await served.end();
  });

  it('says what is wrong with a place', async () => {
    const { code, stderr } = await runQuartet(['books', 'migrate', '--from', 'ftp:x', '--to', place], env);
    expect([code, stderr]).toEqual([1, expect.stringContaining('--from must be fs:FOLDER or s3://BUCKET/PREFIX')]);
  });
});
