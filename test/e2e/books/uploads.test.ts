import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groundOf } from '../../harness/books/ground.ts';
import { journalOf } from '../../harness/books/setup.ts';
import { ServeProcess } from '../../harness/http-server.ts';
import { beginPut, putFile } from '../../harness/put-file.ts';
import { runQuartet } from '../../harness/run-quartet.ts';

const MIB = 1024 * 1024;
const root = mkdtempSync(join(tmpdir(), 'quartet-uploads-'));
const ground = groundOf(root);
const env = { QUARTET_ARCHIVE_KEY: 'a secret of at least thirty-two characters', QUARTET_EXTRAS: '1' };
let servers: [ServeProcess, ServeProcess];

beforeAll(async () => {
  servers = [await ServeProcess.start([], env, root), await ServeProcess.start([], env, root)];
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(root, { recursive: true });
});

async function ask(name: string, args: object, server = servers[0]) {
  const { json } = await server.call('/mcp/books', name, { book_id: 'films', asset_type: 'videos', ...args });
  return json.result.structuredContent ?? JSON.parse(json.result.content[0].text);
}

const addressOf = async (filename: string, size: number, server = servers[0]): Promise<string> =>
  (await ask('upload_asset', { filename, size }, server)).upload_url;
const at = (filename: string) => `books/films/static/videos/${filename}`;
const chunkOf = (text: string) => Buffer.alloc(MIB, text);
const hashOf = (size: number, chunk: Buffer) => {
  const hash = createHash('sha256');
  for (let left = size; left > 0; left -= chunk.length) hash.update(chunk.subarray(0, left));
  return hash.digest('hex');
};
const verified = async () => (await runQuartet(['books', 'verify', '--root', root])).stdout;

describe('a large asset', () => {
  const size = 20 * MIB + 7;

  it('is sent to its address, is there when it is whole, comes back, and can be deleted', async () => {
    const told = await ask('upload_asset', { filename: 'a/film ü.mp4', size });
    expect(told).toMatchObject({
      status: 'presigned_url',
      method: 'presigned',
      file_size: size,
      mime_type: 'video/mp4',
      path: at('a/film ü.mp4'),
      expires_in_seconds: 3600,
      upload_instructions: { method: 'PUT', content_type: 'video/mp4' },
    });
    const chunk = chunkOf('film');
    const sha256 = hashOf(size, chunk);
    const { status, json } = await putFile(told.upload_url, size, chunk);
    expect([status, json]).toEqual([
      201,
      expect.objectContaining({ status: 'success', method: 'presigned', file_size: size, file_hash_sha256: sha256 }),
    ]);
    const asset = await ask('get_asset', { filename: 'a/film ü.mp4' });
    expect(asset).toMatchObject({ file_size: size, file_hash_sha256: sha256, uploaded_by_agent_id: 'unknown client' });
    const tooLong = await ask('get_asset', { filename: 'a/film ü.mp4', include_binary: true });
    expect(tooLong).toMatchObject({ code: 'ASSET_TOO_LARGE', cdn_url: asset.cdn_url });
    const fetched = Buffer.from(await (await fetch(asset.cdn_url)).arrayBuffer());
    expect(createHash('sha256').update(fetched).digest('hex')).toBe(sha256);
    expect(await ask('delete_asset', { filename: 'a/film ü.mp4' })).toMatchObject({ existed: true });
    expect(ground.keys('books/films/')).toEqual([]);

    const journal = await journalOf(root);
    const rows = (await journal.audit({ bookId: 'films' })).filter((row) => row.stateChange);
    expect(rows.map(({ operation, newHash }) => [operation, newHash])).toEqual([
      ['delete_asset', null],
      ['upload_asset', sha256],
    ]);
    await journal.close();
  });

  it('takes the length from the address when the sender does not tell it', async () => {
    const { status } = await putFile(await addressOf('b.mp4', size), size, chunkOf('b'), {});
    expect(status).toBe(201);
  });

  it('uses an address once, whichever replica is asked; a file that broke off may be sent again', async () => {
    const url = await addressOf('once.mp4', size);
    const { sent } = beginPut(url, { 'content-length': size });
    sent.write(chunkOf('x'), () => sent.destroy());
    await new Promise((resolve) => sent.once('close', resolve));
    const other = url.replace(servers[0].url, servers[1].url);
    expect((await putFile(other, size, chunkOf('once'))).status).toBe(201);
    for (const used of [url, other]) {
      const { status, json } = await putFile(used, size, chunkOf('twice'));
      expect([status, json.error, json.message]).toEqual([
        410,
        'used',
        expect.stringMatching(/new one with upload_asset/),
      ]);
    }
    expect(ground.read(at('once.mp4')).subarray(0, 4).toString()).toBe('once');
  });

  it('is one of those that were sent at the same time, whole, and each of them is in the log', async () => {
    const chunks = ['1', '2', '3', '4'].map(chunkOf);
    const sent = chunks.map(async (chunk, n) =>
      putFile(await addressOf('same.mp4', size, servers[n % 2]), size, chunk),
    );
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const hashes = chunks.map((chunk) => hashOf(size, chunk));
    expect(hashes).toContain(
      createHash('sha256')
        .update(ground.read(at('same.mp4')))
        .digest('hex'),
    );
    const journal = await journalOf(root);
    const rows = await journal.audit({ bookId: 'films', path: 'static/videos/same.mp4' });
    const recorded = rows.filter((row) => row.stateChange).map((row) => row.newHash);
    expect(new Set(recorded)).toEqual(new Set(hashes));
    expect(recorded).toHaveLength(hashes.length);
    await journal.close();
  });

  it('whose server is killed in the middle is not there, and the one before stays', async () => {
    const before = chunkOf('before');
    expect((await putFile(await addressOf('kill.mp4', size), size, before)).status).toBe(201);
    const victim = await ServeProcess.start([], env, root);
    const { sent, reply } = beginPut(await addressOf('kill.mp4', size, victim), { 'content-length': size });
    for (let n = 0; n < 15; n++) await new Promise((resolve) => sent.write(chunkOf('after'), resolve));
    victim.child.kill('SIGKILL');
    await expect(reply).rejects.toThrow();
    await victim.stop();
    expect(
      createHash('sha256')
        .update(ground.read(at('kill.mp4')))
        .digest('hex'),
    ).toBe(hashOf(size, before));
    expect(await verified()).toContain(': clean');
  });
});

it('quartet books upload brings a file of the machine into a book', async () => {
  const file = join(root, 'song.mp3');
  const { writeFileSync } = await import('node:fs');
  writeFileSync(file, Buffer.alloc(30 * MIB, 'song'));
  const args = ['books', 'upload', 'films', 'audio', file, '--root', root];
  const { code, stdout } = await runQuartet([...args, '--name', 'a/song.mp3']);
  expect([code, stdout]).toEqual([0, `created  books/films/static/audio/a/song.mp3 (${30 * MIB} bytes)\n`]);
  expect(ground.read('books/films/static/audio/a/song.mp3')).toHaveLength(30 * MIB);
  const none = await runQuartet(['books', 'upload', 'films', 'audio', join(root, 'none'), '--root', root]);
  expect([none.code, none.stderr]).toEqual([2, expect.stringMatching(/none cannot be read \(ENOENT\)/)]);
  const wrong = await runQuartet(['books', 'upload', 'films', 'music', file, '--root', root]);
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringMatching(/asset_type must be one of/)]);
  expect(await verified()).toContain(': clean');
});
