import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyFromNpm, postgresAccount } from './programs.ts';

test('a machine without PostgreSQL runs the one from npm, as an account that is not root', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quartet-programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const server = join(copyFromNpm(join(folder, 'programs')), 'bin', 'postgres');
  const version = execFileSync(server, ['--version'], { ...postgresAccount(), encoding: 'utf8' });
  expect(version).toMatch(/^postgres \(PostgreSQL\) 18\./);
});
