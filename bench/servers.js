import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HttpClient } from './http-client.js';
import { StdioClient } from './stdio-client.js';

/** What MCP clients hand down at least. More would measure the machine's settings: extra certificates cost Node 45 ms. */
const { PATH, HOME } = process.env;

/** Starts a Node program as a stdio server. */
export function nodeServer(path, ...args) {
  return program(process.execPath, path, ...args);
}

/** Starts any program as a stdio server. */
export function program(command, ...args) {
  const start = () => StdioClient.start(command, args, { PATH, HOME });
  /** The same with more in its environment. */
  start.with = (environment) => () => StdioClient.start(command, args, { PATH, HOME, ...environment });
  return start;
}

/** Starts a Node program as an HTTP server. */
export function httpServer(path, ...args) {
  return () => HttpClient.start(process.execPath, [path, ...args], { PATH, HOME });
}

export function benchPath(path) {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** Copies the built program aside, so that a rebuild during the run neither breaks the bench nor mixes two versions. */
export function copyOfQuartet() {
  const copy = mkdtempSync(join(tmpdir(), 'quartet-bench-'));
  process.once('exit', () => rmSync(copy, { recursive: true }));
  for (const part of ['bin', 'dist', 'package.json']) {
    cpSync(benchPath(`../${part}`), join(copy, part), { recursive: true });
  }
  // The database is a package of its own.
  symlinkSync(benchPath('../node_modules'), join(copy, 'node_modules'));
  return join(copy, 'bin/quartet.js');
}
