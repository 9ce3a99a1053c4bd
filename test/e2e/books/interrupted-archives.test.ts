import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unzip } from '../../../src/engines/library/archive/testing/unzip.ts';
import { JSON_HEADERS, ServeProcess } from '../../harness/http-server.ts';
import { call, INITIALIZE, ServerProcess } from '../../harness/server-process.ts';

const SMALL = 200;
const LARGE = 40;
const folder = mkdtempSync(join(tmpdir(), 'quartet-archives-'));
const root = join(folder, 'library');

/** Many small lessons, behind them some that take more than a second to pack. */
beforeAll(() => {
  for (let at = 0; at < SMALL; at++) write(lessonAt(1, at), `lesson ${at}\n${'text '.repeat(200)}`);
  const large = write(lessonAt(2, 0), randomBytes(1_000_000).toString('hex'));
  for (let at = 1; at < LARGE; at++) linkSync(large, join(root, 'books/large', lessonAt(2, at)));
});
afterAll(() => rmSync(folder, { recursive: true }));

function lessonAt(part: number, at: number): string {
  return `content/0${part}-Part/${10 + Math.floor(at / 90)}-Chapter/${10 + (at % 90)}-lesson.md`;
}

function write(path: string, text: string): string {
  const file = join(root, 'books/large', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const archive = (resume_token?: string) => ({ book_id: 'large', ...(resume_token && { resume_token }) });

/** A call that tells how far it is. */
function watched(id: number): object {
  const params = { name: 'get_book_archive', arguments: archive(), _meta: { progressToken: id } };
  return { jsonrpc: '2.0', id, method: 'tools/call', params };
}

describe('an archive that does not come to its end', () => {
  test('FR-014: out of time it is partial, valid, and the next calls give the rest', async () => {
    const server = new ServerProcess(['books', '--root', root, '--archive-timeout', '1']);
    await server.write(INITIALIZE).answers(1);
    const packed: string[] = [];
    let token: string | undefined;
    let calls = 0;
    do {
      server.write(call(++calls, 'get_book_archive', archive(token)));
      const answer = (await server.answers(calls + 1)).find(({ id }) => id === calls);
      const content = answer?.result.structuredContent ?? {};
      const { status, archive_url, file_count, resume_token, error_manifest = [] } = content;
      expect(status).toBe(resume_token || error_manifest.length > 0 ? 'partial' : 'success');
      const names = [...(await unzip(fileURLToPath(archive_url))).keys()];
      expect(names).toHaveLength(file_count);
      packed.push(...names);
      // On a busy machine a large one may take longer than a whole archive may: it is named instead, and only where it comes first.
      expect(error_manifest.length).toBeLessThanOrEqual(1);
      for (const { path, error } of error_manifest) {
        expect(error).toContain('longer');
        expect(path).toContain('02-Part');
        for (const name of names) expect(path < name).toBe(true);
        packed.push(path);
      }
      token = resume_token;
    } while (token !== undefined && calls < 60);
    expect(calls).toBeGreaterThan(1);
    const all = Array.from({ length: SMALL }, (_, at) => lessonAt(1, at));
    for (let at = 0; at < LARGE; at++) all.push(lessonAt(2, at));
    expect(packed).toEqual(all.sort());
    expect(await server.end()).toMatchObject({ code: 0 });
  });

  test('cancelled over stdio the server goes on', async () => {
    const server = new ServerProcess(['books', '--root', root]);
    await server.write(INITIALIZE).answers(1);
    let lines = 1;
    for (let round = 1; round <= 6; round++) {
      server.write(watched(round));
      lines = (await server.answers(lines + 1 + round * 20)).length;
      const cancelled = { requestId: round };
      server.write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: cancelled });
      server.write({ jsonrpc: '2.0', id: `ping ${round}`, method: 'ping' });
      await answered(server, `ping ${round}`);
      lines = (await server.answers(1)).length;
    }
    expect(await server.end()).toMatchObject({ code: 0, stderr: '' });
  });

  test('left by its HTTP client the server goes on', async () => {
    const server = await ServeProcess.start(['--toolsets', 'books'], {}, root);
    for (let round = 1; round <= 6; round++) {
      await leaveAfter(server.url, watched(round), round * 20);
      expect((await server.send('/health')).status).toBe(200);
    }
    const { json } = await server.send('/ready');
    expect(json).toMatchObject({ status: 'ready' });
    expect(await server.stop()).toBe(0);
  });
});

async function answered(server: ServerProcess, id: string): Promise<void> {
  for (let lines = 1; ; lines++) if ((await server.answers(lines)).some((answer) => answer.id === id)) return;
}

/** Asks, reads so many events, and goes. */
function leaveAfter(url: string, message: object, events: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { ...JSON_HEADERS, accept: 'text/event-stream' };
    const sent = request(`${url}/mcp/books`, { method: 'POST', headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (text.split('\n\n').length > events) sent.destroy();
      });
      response.on('error', () => resolve()).on('end', () => reject(new Error(`ended: ${text.slice(-500)}`)));
    });
    sent.on('error', () => resolve()).end(JSON.stringify(message));
  });
}
