// Interrupts calls of every tool in every way, over both transports: `node test/soak/interruptions.js [PASSES] [SEED]`.
import { resolve } from 'node:path';
import { importTypeScript } from '../../scripts/import-typescript.js';

const passes = Number(process.argv[2] ?? 6);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const { interruptions } = await importTypeScript(`export * from './test/soak/interruptions/run.ts';`);
const started = performance.now();
console.log(`seed ${seed}`);
const rounds = await interruptions(passes, seed, resolve('bin/quartet.js'));
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`${rounds} interrupted calls, ${seconds} s: alive after each, and the library is in order`);
