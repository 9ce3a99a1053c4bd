import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isBuilt } from '../../scripts/is-built.js';
import { atEndOfFile } from './end-of-file.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

let folder: string | undefined;

/** The built program, once a process and in a folder of its own: nobody else's build can pull it away meanwhile. */
export function builtProgram(): string {
  if (folder !== undefined) return folder;
  folder = mkdtempSync(join(tmpdir(), 'quartet-built-'));
  for (const part of ['src', 'node_modules']) symlinkSync(join(project, part), join(folder, part), 'junction');
  cpSync(join(project, 'bin'), join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  if (isBuilt(project)) {
    cpSync(join(project, 'dist'), join(folder, 'dist'), { recursive: true });
    return folder;
  }
  const script = join(project, 'scripts', 'build.js');
  const build = spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' });
  if (build.status !== 0) throw new Error(`the build failed: ${build.stderr}`);
  return folder;
}

process.once('exit', () => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

let data: string | undefined;

/** A data folder for the tests of a file: a library of books that is nobody's own. */
function dataFolder(): string {
  if (data === undefined) {
    data = mkdtempSync(join(builtProgram(), 'data-'));
    atEndOfFile(() => {
      data = undefined;
    });
  }
  return data;
}

/** Starts the built program, with none of our own settings in its environment. */
export function startQuartet(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcessWithoutNullStreams {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(QUARTET_|RUST_LOG$|NODE_)/.test(name));
  return spawn(process.execPath, [join(builtProgram(), 'bin', 'quartet.js'), ...args], {
    env: { ...Object.fromEntries(inherited), XDG_DATA_HOME: dataFolder(), ...env },
  });
}

/** Runs the built program to its end. */
export async function runQuartet(
  args: readonly string[],
  { env, input = '' }: { env?: NodeJS.ProcessEnv; input?: string } = {},
): Promise<Ended> {
  return ended(startQuartet(args, env), input);
}

/** What a process has said when it is over. */
export async function ended(child: ChildProcessWithoutNullStreams, input = ''): Promise<Ended> {
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}
