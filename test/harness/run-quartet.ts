import { spawn } from 'node:child_process';
import { type Account, QUARTET } from './server-process.ts';

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of the real program to its end. */
export function runQuartet(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  program = QUARTET,
  account: Account = {},
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...account,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      // A process that a signal ended has no code; a failing assertion then shows which signal it was.
      resolve({ code, stdout, stderr: signal ? `${stderr}\nended by ${signal}` : stderr });
    });
  });
}
