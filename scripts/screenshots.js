// Makes the pictures of docs/images: `node scripts/screenshots.js [FOLDER] [--all]`. Needs the built program, and the browser that the tests have unpacked.
// With --all every page is taken in light, dark and on a phone, to be looked at.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const all = process.argv.includes('--all');
const folder = resolve(process.argv.slice(2).find((word) => !word.startsWith('--')) ?? 'docs/images');
const cache = resolve('node_modules', '.cache', 'chromium');
const home = mkdtempSync(join(tmpdir(), 'quartet-pictures-'));
const LESSON = 'content/02-Everyday-Tools/03-Practising-Problems/02-from-formula-to-code.md';

const PAGES = {
  home: '#/home',
  connect: '#/connect',
  tools: '#/tools',
  'tools-form': '#/tools/format_currency?amount=-1234.5&picture=%24%24%2C%24%249.99CR',
  books: `#/books/quartet-tour/${LESSON}`,
  files: '#/files?q=rounding',
  problems: '#/problems',
  problem: '#/problems/quartet/1',
  money: '#/money?amount=-1234.5&picture=%24%24%2C%24%249.99CR',
};
const IN_DOCS = ['home', 'books', 'files', 'money'];

prepareHome();
await run(['books', 'demo', '--root', join(home, 'library')]);
const server = await startServer();
const browser = await chromium.launch({
  executablePath: join(cache, 'chromium'),
  args: ['--no-sandbox', '--headless=shell', '--disable-gpu'],
  env: { ...process.env, LD_LIBRARY_PATH: join(cache, 'al2023', 'lib') },
});
mkdirSync(folder, { recursive: true });
await callSomeTools(server.url);
for (const [name, place] of Object.entries(PAGES)) {
  if (!all && !IN_DOCS.includes(name)) continue;
  const looks = all ? { light: {}, dark: { colorScheme: 'dark' }, phone: onPhone() } : { '': lookInDocs(name) };
  for (const [look, options] of Object.entries(looks)) await take(name, place, look, options);
}
await browser.close();
server.child.kill();
rmSync(home, { recursive: true, force: true });

function prepareHome() {
  mkdirSync(join(home, 'Documents'), { recursive: true });
  cpSync('docs', join(home, 'Documents', 'quartet'), { recursive: true, filter: (path) => !path.endsWith('.png') });
  writeFileSync(join(home, 'Documents', 'invoice-notes.txt'), 'Rounding: half up on every line, never on the sum.\n');
}

function environment() {
  return { ...process.env, HOME: home, XDG_DATA_HOME: join(home, 'data'), QUARTET_LOG: 'off' };
}

function run(words) {
  const child = spawn(process.execPath, ['bin/quartet.js', ...words], { env: environment(), stdio: 'ignore' });
  return new Promise((done) => child.once('close', done));
}

async function startServer() {
  const words = ['bin/quartet.js', 'serve', '--port', '0', '--root', join(home, 'library')];
  const child = spawn(process.execPath, words, { env: environment() });
  const line = await new Promise((done) => child.stdout.once('data', (text) => done(String(text))));
  return { child, url: /http:\/\/[\d.]+:\d+/.exec(line)[0] };
}

/** So that there is something to see. */
async function callSomeTools(url) {
  const calls = [
    ['add', { a: '0.1', b: '0.2' }],
    ['format_currency', { amount: '1234567.891' }],
    ['validate_date', { date: '20240229' }],
    ['read_content', { book_id: 'quartet-tour', path: LESSON }],
    ['read_content', { book_id: 'quartet-tour', path: 'content/none.md' }],
    ['search', { query: 'rounding', scope: home }],
    ['find_similar_problems', { query: 'shortest path in a grid' }],
    ['validate_date', { date: '20230230' }],
  ];
  for (let round = 0; round < 4; round++) {
    for (const [name, args] of calls) {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      await (await fetch(`${url}/mcp`, { method: 'POST', headers, body: JSON.stringify(body) })).text();
    }
  }
}

function onPhone() {
  return { viewport: { width: 360, height: 740 } };
}

function lookInDocs(name) {
  return name === 'files' ? { colorScheme: 'dark' } : {};
}

async function take(name, place, look, options) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 760 }, ...options });
  const page = await context.newPage();
  await page.goto(`${server.url}/${place}`);
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('load');
  if (name === 'files') await page.getByRole('option').first().click();
  if (name === 'money' && look === '') await page.getByRole('button', { name: 'Green on black' }).click();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: join(folder, `console-${name}${look && `-${look}`}.png`) });
  await context.close();
}
