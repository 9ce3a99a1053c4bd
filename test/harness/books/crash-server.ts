// A books server that kills itself at a named point of a change: `CRASH_AT=published` and `CRASH_AFTER=3` (the third time).
// `CRASH_SIGNAL=SIGSTOP` only stops it there. `CRASH_HOST`, `CRASH_LEASE_MS` and `CRASH_SKEW_MS` make it a replica on another machine whose clock is wrong.
import { Dispatcher } from '../../../src/kernel/dispatch.ts';
import { openLog } from '../../../src/kernel/log.ts';
import { books } from '../../../src/toolsets/books/index.ts';
import { openBooks } from '../../../src/toolsets/books/open.ts';
import { serveStreams } from '../../../src/transports/stdio/serve.ts';
import { optionsOf } from './setup.ts';

const { CRASH_AT, CRASH_AFTER = '1', CRASH_ROOT = '', CRASH_SIGNAL = 'SIGKILL' } = process.env;
const { CRASH_HOST, CRASH_LEASE_MS, CRASH_SKEW_MS = '0' } = process.env;
let left = Number(CRASH_AFTER);
const log = openLog('off', 'crash-server');
const world = await openBooks(optionsOf(CRASH_ROOT), log, {
  at: (point) => {
    if (point === CRASH_AT && --left === 0) process.kill(process.pid, CRASH_SIGNAL);
  },
  now: () => new Date(Date.now() + Number(CRASH_SKEW_MS)),
  ...(CRASH_HOST !== undefined && { host: CRASH_HOST }),
  ...(CRASH_LEASE_MS !== undefined && { leaseMs: Number(CRASH_LEASE_MS) }),
});
const dispatcher = new Dispatcher([{ toolset: books, world }], { log });
const identity = { name: 'crash-server', title: '', version: '0', instructions: '' };
const server = serveStreams(process.stdin, process.stdout, identity, dispatcher, log);
await server.finished;
await books.close?.(world);
