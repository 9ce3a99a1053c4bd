import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import { QUARTET } from './server-process.ts';

/** The program of util-linux that makes a pseudo terminal; those of other systems take other arguments. */
const SCRIPT = '/usr/bin/script';

/** Whether tests can have a terminal here. */
export const HAS_TERMINAL = process.platform === 'linux' && existsSync(SCRIPT);

/** `quartet` as a person at a terminal sees it, both streams together. */
export class TerminalProcess {
  said = '';
  readonly child: ChildProcessWithoutNullStreams;
  /** Its exit code. */
  readonly ended: Promise<number | null>;

  constructor(args: readonly string[], env: NodeJS.ProcessEnv = {}, columns = 80) {
    const inherited = Object.entries(process.env).filter(([name]) => !/^(QUARTET_|OJ_|RUST_LOG$|NO_COLOR$)/.test(name));
    const words = [process.execPath, QUARTET, ...args].map((word) => `'${word}'`);
    this.child = spawn(SCRIPT, ['-qfec', `stty cols ${columns} rows 40; exec ${words.join(' ')}`, '/dev/null'], {
      env: { ...Object.fromEntries(inherited), TERM: 'xterm', ...env },
    });
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.said += text.replaceAll('\r\n', '\n');
    });
    this.ended = new Promise((resolve) => this.child.once('close', resolve));
  }

  /** Waits until it has said something. */
  async until(text: string | RegExp): Promise<void> {
    const shown = expect.poll(() => this.said, { timeout: 20_000 });
    await (typeof text === 'string' ? shown.toContain(text) : shown.toMatch(text));
  }

  type(keys: string): void {
    this.child.stdin.write(keys);
  }
}

export const CTRL_C = '\x03';
export const CTRL_D = '\x04';
