import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANONYMOUS, type Principal } from '../../gate/principal.ts';
import type { CallSummary } from './call-feed.ts';
import { eventBytes, MAX_WAITING_BYTES, Watcher } from './watcher.ts';

const callOf = (subject?: string) => ({ subject }) as CallSummary;
const holder = (subject: string, ...scopes: string[]): Principal => ({
  key: subject,
  subject,
  scopes: new Set(scopes),
});
const nobody = () => {};

describe('what a page may see', () => {
  it.each([
    [ANONYMOUS, true],
    [holder('ann', 'metrics:read'), true],
    [holder('ann', '*'), true],
    [holder('ann', 'fs:admin', 'tools:call'), false],
  ])('%o sees the calls of others: %s', (principal, is) => {
    const watcher = new Watcher(principal, nobody);
    expect([watcher.seesAll, watcher.maySee(callOf('bob')), watcher.maySee(callOf())]).toEqual([is, is, is]);
    expect(watcher.maySee(callOf(principal.subject))).toBe(true);
  });
});

describe('a page that does not read', () => {
  it('for any events, holds no more than its bound and one event, and is told exactly what it missed', async () => {
    const anyRound = fc.record({ calls: fc.nat(60), chars: fc.nat(60_000), reads: fc.nat(20) });
    await fc.assert(
      fc.asyncProperty(fc.array(anyRound, { maxLength: 30 }), async (rounds) => {
        const watcher = new Watcher(ANONYMOUS, nobody);
        const reader = watcher.body.getReader();
        const texts: string[] = [];
        const read = async (most: number) => {
          let bytes = 0;
          for (let n = 0; n < most; n++) {
            const part = await next(reader);
            if (part === undefined) break;
            bytes += part.length;
            texts.push(decoder.decode(part));
          }
          return bytes;
        };
        for (const { calls, chars, reads } of rounds) {
          const event = eventBytes('call', 'x'.repeat(chars));
          for (let n = 0; n < calls; n++) watcher.tellCall(event);
          await read(reads);
        }
        expect(await read(Infinity)).toBeLessThanOrEqual(MAX_WAITING_BYTES + 60_100);
        // What is still owed is told as soon as there is room.
        watcher.tell(eventBytes('state', {}));
        await read(Infinity);
        const told = texts.filter((text) => text.startsWith('event: call')).length;
        const missed = texts.flatMap((text) => /^event: missed\ndata: \{"calls":(\d+)\}/.exec(text)?.[1] ?? []);
        const sent = rounds.reduce((sum, { calls }) => sum + calls, 0);
        expect(told + missed.reduce((sum, count) => sum + Number(count), 0)).toBe(sent);
      }),
      { numRuns: 30 },
    );
  });

  it('misses states without a word: the next one says all', async () => {
    const watcher = new Watcher(ANONYMOUS, nobody);
    watcher.tell(eventBytes('calls', 'x'.repeat(MAX_WAITING_BYTES)));
    watcher.tell(eventBytes('state', 1));
    watcher.tellCall(eventBytes('call', 1));
    const reader = watcher.body.getReader();
    await next(reader);
    watcher.tell(eventBytes('state', 2));
    const text = decoder.decode(await next(reader)) + decoder.decode(await next(reader));
    expect(text).toBe('event: missed\ndata: {"calls":1}\n\nevent: state\ndata: 2\n\n');
  });
});

describe('the end', () => {
  it('a reader that has everything comes to the end, and the page is forgotten once', async () => {
    let gone = 0;
    const watcher = new Watcher(ANONYMOUS, () => gone++);
    const reader = watcher.body.getReader();
    watcher.tell(eventBytes('hello', {}));
    await reader.read();
    watcher.end();
    watcher.end();
    expect([(await reader.read()).done, gone]).toEqual([true, 1]);
    watcher.tell(eventBytes('state', {}));
    watcher.tellCall(eventBytes('call', {}));
  });

  it('one that has not is cut off: a server that stops waits for nobody', async () => {
    const watcher = new Watcher(ANONYMOUS, nobody);
    watcher.tell(eventBytes('hello', {}));
    watcher.end();
    await expect(watcher.body.getReader().read()).rejects.toThrow('the stream was ended');
  });

  it('a page that goes away is forgotten, and told nothing more', async () => {
    let gone = 0;
    const watcher = new Watcher(ANONYMOUS, () => gone++);
    await watcher.body.cancel();
    watcher.tell(eventBytes('state', {}));
    watcher.end();
    expect(gone).toBe(1);
  });
});

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** The next part if one is there already. */
async function next(reader: Reader): Promise<Uint8Array | undefined> {
  const nothing = new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined)));
  const reading = pending.get(reader) ?? reader.read();
  const part = await Promise.race([reading, nothing]);
  if (part === undefined) pending.set(reader, reading);
  else pending.delete(reader);
  return part?.value;
}

const pending = new WeakMap<Reader, ReturnType<Reader['read']>>();
const decoder = new TextDecoder();
