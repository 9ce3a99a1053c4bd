// Attacks a running server in every known way: `node test/soak/attacks.js [WORDS OF A RULE] [--strength=1]`.
import { resolve } from 'node:path';
import { importTypeScript } from '../../scripts/import-typescript.js';

const strength = Number(process.argv.find((word) => word.startsWith('--strength='))?.split('=')[1] ?? 1);
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const { ATTACKS, POSTGRES_ATTACKS, runAttack } = await importTypeScript(`export * from './test/soak/attacks/all.ts';`);
const chosen = [...ATTACKS, ...POSTGRES_ATTACKS].filter(({ rule }) => words.every((word) => rule.includes(word)));
for (const attack of chosen) {
  const reason = attack.impossible?.();
  if (reason === undefined) await carryOut(attack);
  else console.log(`left out (${reason}): ${attack.rule}`);
}

async function carryOut(attack) {
  const started = performance.now();
  const told = await runAttack(attack, { strength, program: resolve('bin/quartet.js') }).then(
    ({ peakMb, pings }) => ({ held: true, peakMb, ...pings }),
    (error) => ({ held: false, why: error.message }),
  );
  if (!told.held) process.exitCode = 1;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${told.held ? 'held' : 'FAILED'} ${seconds} s: ${attack.rule}\n  ${JSON.stringify(told)}`);
}
