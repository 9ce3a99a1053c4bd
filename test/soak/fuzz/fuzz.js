import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { importTypeScript } from '../../../scripts/import-typescript.js';
import { buildChild } from './build-child.js';
import { runJsonRpc } from './json-rpc.js';

const JSON_RPC = 'json-rpc';
const JSON_RPC_LINES = 1_000_000;

/** Runs the chosen sorts one after the other, prints a report of each, and gives how many things were found. Run from the project's folder. */
export async function fuzz({
  only,
  cases,
  seed = Date.now() % 1_000_000,
  case: one,
  print,
  program = resolve('bin/quartet.js'),
}) {
  const tools = await importTypeScript(`
    export * from './test/soak/fuzz/supervise.ts';
    export { reportText } from './test/soak/fuzz/report.ts';
    export { SORTS, SORT_NAMES } from './test/soak/fuzz/sorts.ts';
  `);
  const names = [JSON_RPC, ...tools.SORT_NAMES];
  const chosen = only ?? names;
  check({ chosen, names: [...names, 'planted'], cases, seed, one });
  const folder = await buildChild();
  let [total, found] = [0, 0];
  try {
    for (const name of chosen) {
      const usual = name === JSON_RPC ? JSON_RPC_LINES : tools.SORTS[name].cases;
      const range = one === undefined ? { seed, from: 0, to: cases ?? usual } : { seed, from: one, to: one + 1 };
      const report =
        name === JSON_RPC
          ? await runJsonRpc(range, program)
          : await tools.runSort(join(folder, 'child.js'), folder, name, range);
      print(tools.reportText(report));
      total += report.cases;
      found += report.findings.length;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  print(`${total.toLocaleString('en')} cases, ${found} found; seed ${seed}`);
  return found;
}

function check({ chosen, names, cases, seed, one }) {
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown !== undefined || chosen.length === 0)
    throw new Error(
      `--only must name sorts, with commas: ${names.slice(0, -1).join(', ')}${unknown ? `; there is no ${unknown}` : ''}`,
    );
  const isWhole = (value, least) => value === undefined || (Number.isSafeInteger(value) && value >= least);
  if (!isWhole(cases, 1)) throw new Error('--cases must be a whole number from 1');
  if (!isWhole(seed, 0)) throw new Error('--seed must be a whole number from 0');
  if (!isWhole(one, 0)) throw new Error('--case must be a whole number from 0');
  if (one !== undefined && chosen.length > 1) throw new Error('--case needs --only with the one sort that it is of');
}
