// Counts the files of src in which a function runs during one call, by V8's precise coverage: `node scripts/files-visited.js [--list]`.
//   write     one write_content over HTTP with a token        at most 36
//   watched   the same with the console, which sees each call at most 41
//   search    one search on stdio, server and its threads     at most 40
//   similar   one embedded find_similar_problems on stdio     at most 26
// The sources are transpiled file by file and not bundled, so that what V8 calls a script is a file. Each server has answered such calls
// before. A function counts when each of several calls runs it: what a timer runs meanwhile does not.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const [WARMING, MEASURED] = [2, 3];
const TOKEN = 'files-visited-0123456789';
/** The workers that a build gives another name, by the file that the program looks for. */
const WORKERS = {
  'engines/filesearch/spotlight-worker.cjs': './worker/worker.js',
  'engines/filesearch/documents/spotlight-documents.js': './worker.js',
};

// Inside of node_modules, where packages are found.
const built = mkdtempSync(resolve('node_modules', '.quartet-visited-'));
const sources = join(built, 'src');
const scratch = mkdtempSync(join(tmpdir(), 'quartet-visited-'));
try {
  await transpile();
  await report('write', 36, () => writing('--no-console'));
  await report('watched', 41, () => writing('--console'));
  await report('search', 40, searching);
  await report('similar', 26, comparing);
} finally {
  for (const folder of [built, scratch]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function transpile() {
  const files = readdirSync('src', { recursive: true }).filter((file) => !/\.test\.ts$|testing[\\/]/.test(file));
  const entryPoints = files.filter((file) => /\.[jt]s$/.test(file)).map((file) => join('src', file));
  await build({ entryPoints, outbase: 'src', outdir: sources, format: 'esm', target: 'esnext' });
  for (const file of files.filter((name) => name.endsWith('.json'))) cpSync(join('src', file), join(sources, file));
  cpSync('package.json', join(built, 'package.json'));
  for (const [file, worker] of Object.entries(WORKERS)) writeFileSync(join(sources, file), `import('${worker}');`);
  const hook = `import '${pathToFileURL('scripts/coverage-hook.js')}';\n`;
  for (const file of readdirSync(sources, { recursive: true }).filter((name) => name.endsWith('.js'))) {
    const text = readFileSync(join(sources, file), 'utf8').replace(/(["'])(\.\.?\/[^"'\n]*)\.ts\1/g, '$1$2.js$1');
    writeFileSync(join(sources, file), file.endsWith('worker.js') ? hook + text : text);
  }
  writeFileSync(join(built, 'main.js'), `${hook}(await import('./src/cli/main.js')).main(process.argv.slice(2));`);
}

async function report(name, most, open) {
  const { child, call } = await open();
  try {
    const files = await calledIn(child, call);
    const functions = Object.values(files).flat().length;
    const size = Object.keys(files).length;
    console.log(`${name}: ${size} files (at most ${most}${size > most ? ': too many' : ''}), ${functions} functions`);
    if (process.argv.includes('--list'))
      for (const file of Object.keys(files).sort()) console.log(`  ${file}: ${files[file].join(', ')}`);
    if (size > most) process.exitCode = 1;
  } finally {
    child.kill('SIGKILL');
    await new Promise((done) => child.once('close', done));
  }
}

/** The names of the functions that each measured call runs, by file. */
async function calledIn(child, call) {
  const taken = () => new Promise((done) => child.once('message', done).send('take'));
  const times = new Map();
  for (let n = 0; n < WARMING + MEASURED; n++) {
    await taken();
    await call(n);
    const called = new Set((await taken()).map((one) => one.join('\n')));
    if (n >= WARMING) for (const one of called) times.set(one, (times.get(one) ?? 0) + 1);
  }
  const files = {};
  for (const [url, name] of [...times].filter(([, n]) => n === MEASURED).map(([one]) => one.split('\n'))) {
    if (!url.startsWith(pathToFileURL(sources).href)) continue;
    const file = url.slice(pathToFileURL(built).href.length + 1).replace(/\.js$/, '');
    files[file] = [...(files[file] ?? []), name || '(anonymous)'];
  }
  return files;
}

function start(...args) {
  const env = { ...process.env, QUARTET_TOKENS: `visitor ${TOKEN} *`, XDG_DATA_HOME: scratch, QUARTET_LOG: 'warn' };
  const child = spawn(process.execPath, [join(built, 'main.js'), ...args], { env, stdio: ['pipe', 'pipe', 2, 'ipc'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, nextLine: async () => (await lines.next()).value };
}

async function writing(console) {
  const root = mkdtempSync(join(scratch, 'books-'));
  const { child, nextLine } = start('serve', '--port', '0', '--toolsets', 'books', '--root', root, console);
  const [address] = /http:\/\/\S+(?=\/mcp)/.exec(await nextLine());
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${TOKEN}` };
  const file = { book_id: 'sample', path: 'content/01-Part/01-Chapter/01-lesson.md' };
  let before = {};
  const call = async (n) => {
    const body = toolCall(n, 'write_content', { ...file, ...before, content: `# Lesson ${n}\n` });
    const answer = await fetch(`${address}/mcp/books`, { method: 'POST', headers, body });
    before = { expected_hash: resultOf(await answer.text()).file_hash };
  };
  return { child, call };
}

function searching() {
  const scope = join(scratch, 'files');
  mkdirSync(scope);
  for (let n = 0; n < 20; n++) writeFileSync(join(scope, `note-${n}.txt`), `lesson number ${n}\n`);
  return onStdio(['spotlight', '--allow', scope], () => ['search', { query: 'lesson', scope }]);
}

function comparing() {
  const topics = ['shortest path in a grid', 'sum of two numbers', 'longest substring', 'depth of a tree', 'knapsack'];
  return onStdio(['oj', '--embedded'], (n) => ['find_similar_problems', { query: topics[n % topics.length] }]);
}

function onStdio(args, request) {
  const { child, nextLine } = start(...args);
  const call = async (n) => {
    child.stdin.write(`${toolCall(n, ...request(n))}\n`);
    resultOf(await nextLine());
  };
  return { child, call };
}

function toolCall(id, name, args) {
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });
}

function resultOf(text) {
  const { error, result } = JSON.parse(text);
  if (error || result.isError) throw new Error(`the call failed: ${text}`);
  return result.structuredContent;
}
