// Lets eight agents append to one lesson: `node test/soak/fairness.js [ROUNDS]`.
import { importTypeScript } from '../../scripts/import-typescript.js';

const rounds = Number(process.argv[2] ?? 5);
const { appendTogether } = await importTypeScript(`export * from './test/soak/fairness/fairness.ts';`);
for (const servers of [1, 2, 8]) {
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    const { worst, tries } = await appendTogether(8, 25, servers);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `${servers} servers: at most ${Math.max(...worst)} tries, ${seconds} s, ${JSON.stringify({ worst, tries })}`,
    );
  }
}
