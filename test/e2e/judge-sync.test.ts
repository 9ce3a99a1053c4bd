import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('B6 a sync that is killed again and again ends with the same database', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['test/soak/judge-sync.js', '4'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^4 kills over \d+ databases/);
});
