import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { clientCommand, npxCommand, serverWords, typed } from './client-command.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quartet-command-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(...names: string[]): string {
  const path = join(folder, ...names);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  return path;
}

function link(target: string, ...names: string[]): string {
  const path = join(folder, ...names);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
  return path;
}

const node = file('nvm', 'v22', 'bin', 'node');

it('a clone is started where it is, by the Node that runs it', () => {
  const script = file('clone', 'bin', 'quartet.js');
  expect(clientCommand(script, node)).toEqual({ command: node, args: [script] });
});

it('a global install is started by the file behind the link that npm has made', () => {
  const script = file('lib', 'node_modules', 'quartet-mcp', 'bin', 'quartet.js');
  expect(clientCommand(link(script, 'bin', 'quartet'), node).args).toEqual([script]);
});

it('a store of versions is not looked into: what lies above it lasts', () => {
  const version = file('.pnpm', 'quartet-mcp@0.1.0', 'bin', 'quartet.js');
  const script = link(version, 'global', 'node_modules', 'quartet-mcp', 'bin', 'quartet.js');
  expect(clientCommand(script, node).args).toEqual([script]);
});

it('Node is named by where it really is: a shell’s link to it goes with the shell', () => {
  const shell = link(node, 'fnm_multishells', '1_2', 'bin', 'node');
  expect(clientCommand('/q.js', shell).command).toBe(node);
});

it.each([
  ['_npx', '3f'],
  ['dlx-1234', 'x'],
  ['bunx-0-quartet', 'y'],
])('what a runner has unpacked in %s is fetched again', (runner, name) => {
  const script = file('cache', runner, name, 'node_modules', 'quartet-mcp', 'bin', 'quartet.js');
  const npx = file('nvm', 'v22', 'lib', 'node_modules', 'npm', 'bin', 'npx-cli.js');
  expect(clientCommand(script, node)).toEqual({
    command: node,
    args: [npx, '-y', 'quartet-mcp'],
    // npx starts what it fetches by the name of Node alone.
    env: { PATH: `${dirname(node)}:/usr/local/bin:/usr/bin:/bin` },
  });
});

it('without npm beside Node the name of npx must do', () => {
  expect(npxCommand(['-y', 'mcp-remote'], file('lonely', 'node'))).toEqual({
    command: 'npx',
    args: ['-y', 'mcp-remote'],
  });
});

it('is typed with quotes where they are needed', () => {
  expect(typed({ command: '/usr/bin/node', args: ['/my code/q.js', ...serverWords('oj')] })).toBe(
    '/usr/bin/node "/my code/q.js" oj --embedded',
  );
});
