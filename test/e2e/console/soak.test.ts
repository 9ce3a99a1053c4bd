import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

it('a short soak gets the right answer to every call, judges what it measured, and draws it', async () => {
  const out = mkdtempSync(join(tmpdir(), 'quartet-soak-test-'));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  const args = ['test/soak/soak.js', '--minutes', '0.07', '--seed', '7', '--out', out];
  const { code, stdout } = await new Promise<{ code: number; stdout: string }>((resolve) => {
    execFile(process.execPath, args, (error, text) => resolve({ code: error ? Number(error.code) : 0, stdout: text }));
  });
  expect(stdout).toMatch(
    /^seed 7, 0.07 min\nstdio: \d+ calls, 0 wrong, 0 lost\n[^]*\nhttp: \d+ calls, 0 wrong, 0 lost\n/,
  );
  expect(stdout).toMatch(/(?:flat |GROWS) Resident memory: [\d.]+ MB at the end, .* at most 48\.0 MB/);
  // Four seconds are too short for a server to have warmed up: here the verdict must only be the exit code.
  expect(code).toBe(stdout.includes('\nflat\n') ? 0 : 1);
  expect(stdout).not.toContain('the console');
  expect(readFileSync(join(out, 'soak.svg'), 'utf8')).toContain('Event-loop delay');
});
