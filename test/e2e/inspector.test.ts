import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { QUARTET } from '../support/server-process.ts';

const FOLDER = fileURLToPath(new URL('../inspector', import.meta.url));
const INSPECTOR = `${FOLDER}/node_modules/@modelcontextprotocol/inspector/package.json`;

/**
 * It is large and asks for a newer Node than its command line needs, so it is not among our own dependencies; and the
 * lock file npm writes for it on Node 20 lacks packages of other platforms, so it has none.
 */
beforeAll(() => {
  if (existsSync(INSPECTOR)) return;
  const args = ['install', '--engine-strict=false', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund'];
  execFileSync('npm', args, { cwd: FOLDER, stdio: 'ignore', shell: process.platform === 'win32' });
}, 300_000);

function inspect(...args: string[]) {
  const command = [`${FOLDER}/node_modules/.bin/mcp-inspector`, '--cli', process.execPath, QUARTET, 'cobol', ...args];
  return spawnSync(process.execPath, command, { encoding: 'utf8' });
}

it('the strict listing of the Inspector finds no error', () => {
  const { status, stdout } = inspect('--method', 'tools/list', '--strict');
  expect(status).toBe(0);
  expect(JSON.parse(stdout).tools).toHaveLength(3);
});

it('a call through the Inspector gives what a client sees', () => {
  const call = [
    '--method',
    'tools/call',
    '--tool-name',
    'add',
    '--tool-arg',
    'a=0.1',
    'b=0.2',
    '--format',
    'json',
    '-q',
  ];
  const { status, stdout } = inspect(...call);
  expect(status).toBe(0);
  expect(JSON.parse(stdout).result.content[0].text).toBe('COBOL reports: ADD 0.1 TO 0.2 GIVING 0.3');
});
