import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { inTime } from '../../../lib/abort.ts';
import { homeDirectory } from '../../../lib/data-folder.ts';
import { harmless } from '../../../lib/harmless.ts';
import { VERSION } from '../../../version.ts';
import type { ProgramCommand } from '../../terminal/client-command.ts';
import { InstallProblem } from './problem.ts';

/** npx may have to fetch the package first. */
const PATIENCE_MS = 60_000;
const MOST_TOLD = 600;
/** What clients hand on to servers. */
const HANDED_ON =
  'HOME USER LOGNAME SHELL TERM LANG TMPDIR APPDATA LOCALAPPDATA HOMEDRIVE HOMEPATH SYSTEMDRIVE SYSTEMROOT TEMP TMP USERNAME USERPROFILE PATHEXT COMSPEC';

/** What a client asks first. */
export const QUESTIONS = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'quartet install', version: VERSION },
    },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 2, method: 'tools/list' },
] as const;

/** Starts a server as a client will, with little in its environment, and gives the number of its tools. */
export async function toolsOfCommand({ command, args, env }: ProgramCommand): Promise<number> {
  const child = spawn(command, args, { env: { ...handedOn(process.env), ...env }, cwd: homeDirectory() || undefined });
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told = (told + text).slice(-MOST_TOLD);
  });
  child.stdin.on('error', () => {});
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (error) => reject(new InstallProblem(`cannot be started: ${error.message}`)));
    child.once('close', (code) => reject(new InstallProblem(`ended with code ${code}.${quoted(told)}`)));
  });
  failed.catch(() => {});
  const answered = new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { id, result, error } = answerOf(line);
      if (id === 2 && Array.isArray(result?.tools)) resolve(result.tools.length);
      else if (error) reject(new InstallProblem(`answered with an error: ${harmless(String(error.message))}`));
    });
  });
  for (const question of QUESTIONS) child.stdin.write(`${JSON.stringify(question)}\n`);
  try {
    const tools = await inTime(PATIENCE_MS, Promise.race([answered, failed]));
    if (tools !== undefined) return tools;
    throw new InstallProblem(`has not answered within ${PATIENCE_MS / 1000} seconds.${quoted(told)}`);
  } finally {
    child.stdin.end();
    // It ends by itself when its input does; one that hangs must not hold us up.
    if (child.exitCode === null) setTimeout(() => child.kill(), 2000).unref();
  }
}

interface Answer {
  readonly id?: unknown;
  readonly result?: { readonly tools?: unknown };
  readonly error?: { readonly message?: unknown };
}

/** Whatever else a program prints is no answer. */
export function answerOf(line: string): Answer {
  try {
    return (JSON.parse(line) as Answer | null) ?? {};
  } catch {
    return {};
  }
}

function handedOn(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = HANDED_ON.split(' ').map((name) => [name, env[name]]);
  // A program with windows gets no more than this, whatever the shell has.
  const PATH = process.platform === 'win32' ? env.PATH : '/usr/bin:/bin:/usr/sbin:/sbin';
  return { ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)), PATH };
}

function quoted(told: string): string {
  const last = told.trim().split('\n').slice(-3).map(harmless).join('\n  ');
  return last === '' ? '' : ` It said:\n  ${last}`;
}
