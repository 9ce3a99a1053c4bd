// Inputs of every sort that nobody would send: `npm run fuzz -- [--only=SORT,…] [--cases N] [--seed S] [--case K]`.
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz/fuzz.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    cases: { type: 'string' },
    seed: { type: 'string' },
    case: { type: 'string' },
  },
});
const number = (text) => (text === undefined ? undefined : Number(text));
try {
  const found = await fuzz({
    only: values.only?.split(',').filter(Boolean),
    cases: number(values.cases),
    seed: number(values.seed),
    case: number(values.case),
    print: console.log,
  });
  process.exitCode = found === 0 ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
