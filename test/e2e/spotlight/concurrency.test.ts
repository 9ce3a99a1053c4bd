import { readFileSync, writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../src/engines/filesearch/testing/folders.ts';
import { call } from '../../harness/server-process.ts';
import { spotlightServer } from '../../harness/spotlight-server.ts';

const S = temporaryFolder({});
const FILES = 1200;
// Mixed letters with accents are the slowest to look through.
const PAGE = 'Ünïcode wörds thät hâve tö be földed, òne after the öther, until the énd of the pàge.\n'.repeat(600);
for (let at = 0; at < FILES; at++) writeFileSync(join(S, `page-${at}.txt`), `${PAGE}ticket t${at}t\n`);

describe('while a search goes on', () => {
  it('R58: tools/list is answered', async () => {
    const server = spotlightServer(['--allow', S]);
    await server.told('recent_files', { scope: S, limit: 1 });
    const searching = server.told('search', { query: 'no such phrase anywhere', scope: S });
    const waits: number[] = [];
    let done = false;
    void searching.then(() => {
      done = true;
    });
    for (let id = 1; !done && id < 200; id++) {
      const started = performance.now();
      server.process.write({ jsonrpc: '2.0', id: `list-${id}`, method: 'tools/list' });
      for (;;) {
        const answers = await server.process.answers(1);
        if (answers.some((answer) => answer.id === `list-${id}`)) break;
        await sleep(1);
      }
      waits.push(performance.now() - started);
      await sleep(5);
    }
    expect((await searching).text).toBe('[]');
    expect(waits.length).toBeGreaterThan(2);
    const middle = waits.sort((a, b) => a - b)[Math.floor(waits.length / 2)] ?? Number.POSITIVE_INFINITY;
    expect(middle).toBeLessThan(100);
  });

  it('twenty calls at once get twenty right answers', async () => {
    const server = spotlightServer(['--allow', S]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        if (at % 4 === 3) return (await server.found('recent_files', { scope: S, limit: 7 })).length;
        if (at % 4 === 2)
          return (await server.found('search_by_kind', { kind: 'document', scope: S, limit: 9 })).length;
        return server.found('search', { query: `t${at * 50}t`, scope: S });
      }),
    );
    for (const [at, answer] of answers.entries()) {
      expect(answer).toEqual(at % 4 === 3 ? 7 : at % 4 === 2 ? 9 : [join(S, `page-${at * 50}.txt`)]);
    }
  });

  it.runIf(platform() === 'linux')('R58: a cancelled search stops using the processor', async () => {
    const server = spotlightServer(['--allow', S, '--no-watch']);
    await server.told('recent_files', { scope: S, limit: 1 });
    const ids = Array.from({ length: 8 }, (_, at) => `slow-${at}`);
    for (const id of ids) server.process.write(call(id, 'search', { query: `no such phrase ${id}`, scope: S }));
    await sleep(50);
    for (const requestId of ids) {
      server.process.write({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId, reason: 'enough' },
      });
    }
    await sleep(300);
    const before = ticks(server.process.child.pid);
    await sleep(1000);
    // Eight searches would take seconds of processor time; housekeeping may take a moment.
    expect(ticks(server.process.child.pid) - before).toBeLessThan(50);
    const answers = await server.process.answers(1);
    expect(answers.filter(({ id }) => ids.includes(String(id)))).toEqual([]);
  });
});

/** Hundredths of a second of processor time that a process has used. */
function ticks(pid = 0): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
