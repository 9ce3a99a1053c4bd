/**
 * Loaded before the program by a test: breaks the streams, servers and threads that the program opens, each with an error
 * at a moment of chance. What carries the protocol of stdio is left alone, since its end is the end of the server.
 */
import { EventEmitter } from 'node:events';
import { Server } from 'node:net';
import { Stream } from 'node:stream';
import { isMainThread, Worker } from 'node:worker_threads';

const SHARE = Number(process.env.INJECT_SHARE ?? 0.3);
const LONGEST_DELAY_MS = 30;
const counts = {};
const init = EventEmitter.init;

EventEmitter.init = function (options) {
  init.call(this, options);
  if (!isMainThread) return;
  // One that cannot even begin to listen ends the program, and shall.
  if (this instanceof Server) setTimeout(() => harm(this), 1000).unref();
  if (Math.random() > SHARE) return;
  const isVictim = this instanceof Stream || this instanceof Worker;
  if (isVictim) setTimeout(() => harm(this), Math.random() * LONGEST_DELAY_MS).unref();
};

function harm(victim) {
  if (victim.fd !== undefined && victim.fd <= 2) return;
  // Pipes that Node itself keeps to a thread, out of reach of any program.
  if (victim.constructor.name.endsWith('WorkerStdio')) return;
  if ([process.stdin, process.stdout, process.stderr].includes(victim) || victim.destroyed) return;
  const { name } = victim.constructor;
  counts[name] = (counts[name] ?? 0) + 1;
  const error = Object.assign(new Error(`injected into ${name}`), { code: 'EIO' });
  if (victim instanceof Stream) victim.destroy(error);
  else if (victim instanceof Worker) void victim.terminate();
  else victim.emit('error', error);
}

// What nobody catches, on demand.
process.on('SIGUSR2', () => {
  void Promise.reject(new Error('a promise that nobody awaits'));
  setImmediate(() => new EventEmitter().emit('error', new Error('an emitter that nobody listens to')));
});
process.on('exit', () => {
  if (isMainThread) process.stderr.write(`injected ${JSON.stringify(counts)}\n`);
});
