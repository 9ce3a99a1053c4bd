import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runQuartet } from '../../harness/run-quartet.ts';
import { QUARTET } from '../../harness/server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'quartet-shells-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'data', 'quartet', 'library', 'books', 'ai-python'), { recursive: true });
mkdirSync(join(folder, 'bin'));
writeFileSync(join(folder, 'bin', 'quartet'), `#!/bin/sh\nexec '${process.execPath}' '${QUARTET}' "$@"\n`, {
  mode: 0o755,
});
const env = {
  ...process.env,
  HOME: folder,
  XDG_DATA_HOME: join(folder, 'data'),
  PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
};

const run = (shell: string, script: string) => spawnSync(shell, ['-c', script], { env, encoding: 'utf8' });
const has = (shell: string) => spawnSync(shell, ['-c', ':']).status === 0;

// Said in the name, so that a report shows why a test was left out.
it.skipIf(!has('bash'))('bash completes (left out where there is no bash)', () => {
  const lines = [
    'quartet bo',
    'quartet books ver',
    'quartet call ad',
    'quartet call read_content book_id=',
    'quartet call read_content scope=ch',
  ];
  const asked = lines.map(
    (line) => `COMP_LINE='${line}' COMP_POINT=${line.length}; _quartet quartet; echo "\${COMPREPLY[@]}"`,
  );
  const { stdout, stderr, status } = run('bash', `source <(quartet completion bash); ${asked.join('; ')}`);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout.split('\n')).toEqual(['books', 'verify', 'add', 'ai-python', 'chapter', '']);
});

it.skipIf(!has('zsh'))('zsh understands its script (left out where there is no zsh)', async () => {
  writeFileSync(join(folder, '_quartet'), (await runQuartet(['completion', 'zsh'])).stdout);
  expect(run('zsh', `zsh -n ${join(folder, '_quartet')}`)).toMatchObject({ status: 0, stderr: '' });
});

it.skipIf(!has('fish'))('fish completes (left out where there is no fish)', () => {
  const script = `quartet completion fish | source; complete -C 'quartet call read_content book_id='; complete -C 'quartet call ad'`;
  const { stdout, status } = run('fish', script);
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'book_id=ai-python\nadd\tAdd two numbers exactly\n' });
});
