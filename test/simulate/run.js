// Lives through many histories of the library: `npm run simulate -- [--seed N] [--histories K] [--steps M] [--bug NAME] [--trace]`.
import { parseArgs } from 'node:util';
import { importTypeScript } from '../../scripts/import-typescript.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    histories: { type: 'string', default: '1000' },
    steps: { type: 'string', default: '40' },
    bug: { type: 'string' },
    trace: { type: 'boolean', default: false },
  },
});
const { runMany } = await importTypeScript(`export * from './test/simulate/run-many.ts';`);
const failures = await runMany({
  seed: Number(values.seed),
  histories: Number(values.histories),
  steps: Number(values.steps),
  bug: values.bug,
  trace: values.trace,
});
process.exitCode = failures > 0 && values.bug === undefined ? 1 : 0;
