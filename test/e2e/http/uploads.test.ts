import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ServeProcess } from '../../harness/http-server.ts';
import { beginPut, putFile } from '../../harness/put-file.ts';
import { SmallDisk } from '../../harness/small-disk.ts';

const MIB = 1024 * 1024;
const chunk = Buffer.alloc(MIB, 'film');
const film = { book_id: 'films', asset_type: 'videos', filename: 'a.mp4' };

let server: ServeProcess;
afterEach(() => server.stop());

async function ask(args: object, headers?: Record<string, string>, name = 'upload_asset') {
  const { json, status } = await server.call('/mcp/books', name, { ...film, ...args }, headers);
  if (status !== 200) return { status, ...json.error };
  return json.result.structuredContent ?? JSON.parse(json.result.content[0].text);
}

const staged = (root = server.root) => readdirSync(join(root, '.quartet/staging'));
const isThere = async () => (await ask({}, undefined, 'get_asset')).file_size;

function peakMiB(): number {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

describe('a signed address for an upload', () => {
  it('takes 200 MB, longer than a request may take, in bounded memory; so do the replacement, the download and the deletion', async () => {
    const limits = ['--request-timeout', '2', '--header-timeout', '1', '--max-asset-size-mb', '300'];
    server = await ServeProcess.start([...limits, '--extras']);
    const size = 200 * MIB;
    const { upload_url } = await ask({ size });
    const before = peakMiB();
    const { sent, reply } = beginPut(upload_url, { 'content-length': size });
    const started = performance.now();
    for (let at = 0; at < size; at += MIB) {
      await new Promise((resolve) => sent.write(chunk, resolve));
      if (at % (50 * MIB) === 0) await new Promise((resolve) => setTimeout(resolve, 800));
    }
    sent.end();
    expect((await reply).status).toBe(201);
    expect(performance.now() - started).toBeGreaterThan(3000);
    expect((await putFile((await ask({ size: size - 1 })).upload_url, size - 1, chunk)).status).toBe(201);
    const { cdn_url } = await ask({}, undefined, 'get_asset');
    let fetched = 0;
    for await (const part of (await fetch(cdn_url)).body ?? []) fetched += part.length;
    expect(fetched).toBe(size - 1);
    expect(await ask({}, undefined, 'delete_asset')).toMatchObject({ existed: true });
    if (process.platform === 'linux') expect(peakMiB() - before).toBeLessThan(100);
    expect(staged()).toEqual([]);
  });

  it.each(['close', 'keep-alive'])(
    'tells why it refuses also a sender that looks only after a while: %s',
    async (after) => {
      server = await ServeProcess.start([]);
      const { upload_url } = await ask({ size: 12 * MIB });
      const { hostname, port, pathname } = new URL(upload_url);
      const socket = connect(Number(port), hostname).setNoDelay(true);
      socket.on('error', () => {});
      socket.pause();
      const headers = `Host: ${hostname}:${port}\r\nConnection: ${after}\r\nContent-Length: ${12 * MIB}`;
      socket.write(`PUT ${pathname} HTTP/1.1\r\n${headers}\r\n\r\n`);
      for (let n = 0; n < 10; n++) {
        socket.write(Buffer.alloc(1024));
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      socket.resume();
      const answer = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      expect(String(answer)).toMatch(/^HTTP\/1.1 403 /);
      socket.destroy();
    },
  );

  it('takes only what it was given for, and says what is wrong otherwise', async () => {
    server = await ServeProcess.start(['--max-asset-size-mb', '15']);
    const size = 12 * MIB;
    const { upload_url: url } = await ask({ size });
    const told = async (address: string, bytes: number, headers?: Record<string, number>) => {
      const { status, json } = await putFile(address, bytes, chunk, headers);
      return [status, json.error];
    };
    expect(await told(url.replace('signature=', 'signature=x'), 10)).toEqual([403, 'signature']);
    expect(await told(url.replace(/\/books\/\w/, '/books/x'), 10)).toEqual([403, 'signature']);
    expect(await told(url.replace('/uploads/', '/archives/'), 10)).toEqual([403, 'signature']);
    expect(await told(url, size - 1)).toEqual([400, 'size']);
    expect(await told(url, size - 1, {})).toEqual([400, 'size']);
    expect(await told(url, size + 1, {})).toEqual([413, 'too large']);
    const { pathname, search } = new URL(url);
    for (const method of ['GET', 'POST']) {
      expect(await server.send(pathname + search, { method })).toMatchObject({
        status: 405,
        headers: { allow: 'PUT' },
      });
    }
    const foreign = await server.send(pathname + search, { method: 'PUT', headers: { origin: 'https://evil.test' } });
    expect([foreign.status, foreign.json.error]).toEqual([403, 'origin']);
    const elsewhere = await server.send(pathname + search, { method: 'PUT', headers: { host: 'evil.test' } });
    expect([elsewhere.status, elsewhere.json.error]).toEqual([403, 'host']);
    expect(await ask({ size: 16 * MIB })).toMatchObject({ code: 'ASSET_TOO_LARGE' });
    expect(await ask({ size: 0 })).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await isThere()).toBeUndefined();
    expect(staged()).toEqual([]);
    expect(await told(url, size)).toEqual([201, undefined]);
    expect(await isThere()).toBe(size);
  });

  it('expires', async () => {
    server = await ServeProcess.start(['--presign-expiry', '1']);
    const { upload_url, expires_in_seconds } = await ask({ size: 100 });
    expect(expires_in_seconds).toBe(1);
    const status = async () => (await putFile(upload_url, 10, chunk)).status;
    await expect.poll(status, { timeout: 10_000 }).toBe(410);
    expect((await putFile(upload_url, 100, chunk)).json).toMatchObject({ error: 'expired' });
  });

  it('waits for a sender, but not for ever, and forgets one that leaves; one file at a time is sent to it', async () => {
    server = await ServeProcess.start(['--request-timeout', '2', '--header-timeout', '1']);
    const size = 20 * MIB;
    const { upload_url } = await ask({ size });
    const slow = beginPut(upload_url, { 'content-length': size });
    slow.sent.write(chunk);
    await expect.poll(staged).toHaveLength(1);
    const second = beginPut(upload_url, { 'content-length': size });
    second.sent.write(chunk);
    const { status: inTheWay, json: refusal } = await second.reply;
    expect([inTheWay, refusal.error]).toEqual([409, 'under way']);
    second.sent.destroy();
    const { status, json } = await slow.reply;
    expect([status, json.error, json.message]).toEqual([408, 'slow', expect.stringMatching(/Send it again/)]);
    await expect.poll(staged).toEqual([]);
    const leaving = beginPut(upload_url, { 'content-length': size });
    leaving.sent.write(chunk);
    await expect.poll(staged).toHaveLength(1);
    leaving.sent.destroy();
    await expect.poll(staged).toEqual([]);
    expect((await putFile(upload_url, size, chunk)).status).toBe(201);
    const metrics = async () => (await server.send('/metrics')).text;
    await expect.poll(metrics).toMatch(/^quartet_memory_held_bytes 0$/m);
  });

  it('does not keep a server from ending, which leaves nothing behind', async () => {
    server = await ServeProcess.start(['--shutdown-grace', '1']);
    const { upload_url } = await ask({ size: 20 * MIB });
    const { sent, reply } = beginPut(upload_url, { 'content-length': 20 * MIB });
    sent.write(chunk);
    await expect.poll(staged).toHaveLength(1);
    server.child.kill('SIGTERM');
    await expect(reply).rejects.toThrow();
    await expect.poll(() => server.child.exitCode, { timeout: 20_000 }).not.toBeNull();
    expect(staged()).toEqual([]);
  });

  it('is given to those who may write, and their name is in the log', async () => {
    const QUARTET_TOKENS = 'ada ada-0123456789abcdef fs:write\nbob bob-0123456789abcdef fs:read';
    server = await ServeProcess.start([], { QUARTET_TOKENS });
    const bearer = (name: string) => ({ authorization: `Bearer ${name}-0123456789abcdef` });
    expect(await ask({ size: 100 }, bearer('bob'))).toMatchObject({ status: 403 });
    const { upload_url } = await ask({ size: 100 }, bearer('ada'));
    expect((await putFile(upload_url, 100, chunk)).status).toBe(201);
    const asset = await ask({}, bearer('bob'), 'get_asset');
    expect(asset).toMatchObject({ file_size: 100, uploaded_by_agent_id: 'ada' });
  });

  it('is good at no server that only reads', async () => {
    const env = { QUARTET_ARCHIVE_KEY: 'a secret of at least thirty-two characters' };
    const writer = await ServeProcess.start([], env);
    server = await ServeProcess.start(['--read-only'], env, writer.root);
    const { json } = await writer.call('/mcp/books', 'upload_asset', { ...film, size: 100 });
    const url = json.result.structuredContent.upload_url.replace(writer.url, server.url);
    const refused = await putFile(url, 100, chunk);
    expect([refused.status, refused.json.error]).toEqual([403, 'read-only']);
    const unknown = await server.call('/mcp/books', 'upload_asset', { ...film, size: 100 });
    expect(unknown.json.result.content[0].text).toMatch(/^Unknown tool/);
    await writer.stop();
  });

  it('does not get around quotas', async () => {
    server = await ServeProcess.start(['--quota-library-mb', '15']);
    const { upload_url } = await ask({ size: 16 * MIB });
    const { status, json } = await putFile(upload_url, 16 * MIB, chunk);
    expect([status, json.error, json.message]).toEqual([
      507,
      'full',
      expect.stringMatching(/raise --quota-library-mb/),
    ]);
    expect(staged()).toEqual([]);
    expect(await isThere()).toBeUndefined();
  });

  it.skipIf(SmallDisk.missing)('says that the disk is full, and leaves room for others', async () => {
    const disk = new SmallDisk(40);
    try {
      server = await ServeProcess.start([], {}, disk.path);
      const { upload_url } = await ask({ size: 60 * MIB });
      const { status, json } = await putFile(upload_url, 60 * MIB, chunk);
      expect([status, json.error, json.message]).toEqual([507, 'full', expect.stringMatching(/make room/)]);
      expect(staged(disk.path)).toEqual([]);
      const small = { binary_data: Buffer.from('small').toString('base64') };
      expect(await ask(small)).toMatchObject({ status: 'success' });
      await server.stop();
    } finally {
      disk.remove();
    }
  });
});
