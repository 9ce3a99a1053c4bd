import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { benchPath } from './servers.js';

/** Starts the S3 of the tests as a process of its own that holds the files of a folder; it ends when the bench does. */
export async function startS3(latencyMs, folder) {
  const home = mkdtempSync(join(tmpdir(), 'quartet-bench-s3-'));
  const outfile = join(home, 's3.mjs');
  const source = benchPath('../test/support/s3/process.ts');
  await build({ entryPoints: [source], bundle: true, platform: 'node', format: 'esm', outfile, logLevel: 'error' });
  const child = spawn(process.execPath, [outfile, String(latencyMs), folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => {
    child.kill();
    rmSync(home, { recursive: true, force: true });
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  child.unref();
  child.stdout.unref?.();
  return JSON.parse(line);
}

/** Reads all objects, one after another, on one connection; gives the bytes. */
export async function readOneAfterAnother(urls) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let bytes = 0;
  for (const url of urls) {
    const [answer] = await once(get(url, { agent }), 'response');
    if (answer.statusCode !== 200) throw new Error(`the object storage says ${answer.statusCode}`);
    for await (const chunk of answer) bytes += chunk.length;
  }
  agent.destroy();
  return bytes;
}
