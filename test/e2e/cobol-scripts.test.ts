import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const SERVER = resolve('scripts/cobol/server.sh');
const CONFORMANCE = resolve('scripts/cobol/conformance.sh');
const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
/** A folder for PATH that has what the scripts use, but no Node. */
const withoutNode = mkdtempSync(join(tmpdir(), 'quartet-path-'));
symlinkSync('/usr/bin/dirname', join(withoutNode, 'dirname'));
afterAll(() => rmSync(withoutNode, { recursive: true }));

function run(script: string, path = PATH, args: readonly string[] = []) {
  const input = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
  const options = { cwd: tmpdir(), encoding: 'utf8', input, env: { PATH: path } } as const;
  const { status, stdout, stderr } = spawnSync(script, args, options);
  return { status, stdout, stderr };
}

describe.skipIf(process.platform === 'win32')('the scripts of the COBOL server', () => {
  it('server.sh serves, from any folder, and says when Node is missing', () => {
    expect(run(SERVER)).toMatchObject({ status: 0, stdout: '{"jsonrpc":"2.0","id":1,"result":{}}\n' });
    expect(run(SERVER, withoutNode)).toEqual({
      status: 127,
      stdout: '',
      stderr: 'cobol-server: Node.js 20 or newer is needed and was not found. Install it from https://nodejs.org.\n',
    });
  });

  it('conformance.sh finds that our server meets the criteria', () => {
    const { status, stdout } = run(CONFORMANCE);
    expect([status, stdout.split('\n').at(-2)]).toEqual([0, '22 passed, 0 failed']);
  });

  it('conformance.sh finds that another program does not, and skips without Node', () => {
    const { status, stdout } = run(CONFORMANCE, PATH, ['cat']);
    expect([status, stdout]).toEqual([1, expect.stringContaining('FAIL tools/list\n')]);
    expect(run(CONFORMANCE, withoutNode)).toEqual({
      status: 0,
      stdout: 'SKIPPED: Node.js 20 or newer is needed to run the conformance cases.\n',
      stderr: '',
    });
  });
});
