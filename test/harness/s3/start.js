import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Starts the S3 of the tests as a process of its own that holds the files of a folder, if one is named; it ends when this
 * process does. Gives where it is, what a server needs in its environment, and a way to let requests fail.
 */
export async function startS3(latencyMs = 0, folder = '') {
  const home = mkdtempSync(join(tmpdir(), 'quartet-s3-'));
  const outfile = join(home, 's3.mjs');
  const source = fileURLToPath(new URL('process.ts', import.meta.url));
  await build({ entryPoints: [source], bundle: true, platform: 'node', format: 'esm', outfile, logLevel: 'error' });
  const child = spawn(process.execPath, [outfile, String(latencyMs), folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const stop = () => {
    child.kill();
    rmSync(home, { recursive: true, force: true });
  };
  process.once('exit', stop);
  const [line] = await once(createInterface(child.stdout), 'line');
  for (const part of [child, child.stdin, child.stdout]) part.unref?.();
  const told = JSON.parse(line);
  return {
    ...told,
    /** The next requests of a kind go wrong. */
    strike: (fault, operation, times) => child.stdin.write(`${JSON.stringify({ fault, operation, times })}\n`),
    calm: () => child.stdin.write('{}\n'),
    stop,
  };
}
