// Runs every command of scripts/promises/list.js, keeps its figure, and writes the tables of docs/promises.md:
// `npm run promises [-- --only=WORDS] [--list]`. All of them take hours; those that are not run keep their last figure.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { PROMISES } from './promises/list.js';
import { lastFigures } from './promises/table.js';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' }, list: { type: 'boolean' } } });
const chosen = PROMISES.filter(({ promise, command }) => `${promise} ${command}`.includes(values.only));
if (chosen.length === 0) throw new Error(`No promise and no command holds "${values.only}". --list shows them.`);

const KEPT_CHARACTERS = 4 * 1024 * 1024;
const figures = lastFigures();
for (const one of chosen) {
  if (values.list) console.log(`${one.command}  (about ${one.minutes} min)  ${one.promise}: ${one.wanted}`);
  else await keep(one);
}
if (!values.list && !(await ended(['scripts/docs.js'])).ok) process.exitCode = 1;

async function keep({ promise, command, wanted, figure, holds = () => true }) {
  console.log(`\n== ${promise}\n$ ${command}`);
  const { ok, output } = await ended(command);
  const seen = figure(stripVTControlCharacters(output)) || undefined;
  const met = ok && seen !== undefined && holds(seen);
  console.log(`${met ? 'met' : 'MISSED'}: ${seen ?? 'no figure'} (wanted: ${wanted})`);
  if (!met) process.exitCode = 1;
  figures[command] = { figure: seen ?? 'no figure', met, date: new Date().toISOString().slice(0, 10) };
  writeFileSync(new URL('promises/figures.json', import.meta.url), `${JSON.stringify(figures, undefined, 2)}\n`);
}

/** Runs a command of the list in a shell, or a script of ours, and shows what it prints. */
function ended(command) {
  const child = Array.isArray(command) ? spawn(process.execPath, command) : spawn(command, { shell: true });
  let output = '';
  for (const [stream, shown] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    stream.setEncoding('utf8').on('data', (text) => {
      shown.write(text);
      output = (output + text).slice(-KEPT_CHARACTERS);
    });
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ ok: false, output: String(error) }));
    child.once('close', (code) => resolve({ ok: code === 0, output }));
  });
}
