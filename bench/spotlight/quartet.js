import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyOfQuartet, nodeServer } from '../servers.js';

let program;

/** Starts `quartet spotlight` for a folder, if need be with options for Node. */
export function startQuartet(folder, ...nodeOptions) {
  program ??= copyOfQuartet();
  return nodeServer(...nodeOptions, program, 'spotlight', '--allow', folder)();
}

/** The same with options of its own. */
export function startQuartetWith(folder, options) {
  program ??= copyOfQuartet();
  return nodeServer(program, 'spotlight', '--allow', folder, ...options)();
}

/** Fails at once, and not after all files are written, when the build has no such toolset. */
export async function checkQuartet() {
  const folder = mkdtempSync(join(tmpdir(), 'quartet-empty-'));
  try {
    const client = await startQuartet(folder);
    await client.stop();
  } catch (error) {
    throw new Error(`\`quartet spotlight\` does not start, so there is nothing to measure.\n${error.message}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** One call and how long it took; what it found must be at least as much as asked for. */
export async function timedCall(client, name, args, atLeast = 0) {
  const started = performance.now();
  const result = await client.request('tools/call', { name, arguments: args });
  const ms = performance.now() - started;
  const hits = result.structuredContent?.total ?? 0;
  if (result.isError || hits < atLeast) {
    const answer = JSON.stringify(result).slice(0, 500);
    throw new Error(`${name} of ${JSON.stringify(args)} should find ${atLeast} and answered ${answer}`);
  }
  return { ms, hits };
}
