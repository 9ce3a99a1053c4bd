import { once } from 'node:events';
import { setTokenAuth } from '../../../engines/judge/api/auth.ts';
import type { Judge } from '../../../engines/judge/judge.ts';
import { serveJudge } from '../../../engines/judge/serve.ts';
import { openLog } from '../../../kernel/log.ts';
import { untilAborted } from '../../../lib/abort.ts';
import { readLogStyle } from '../../options/log-format.ts';
import { readSettings } from '../../options/settings.ts';
import { untilInterrupted } from '../../terminal/interrupt.ts';
import { Progress } from '../../terminal/progress.ts';
import { UsageError } from '../../terminal/usage.ts';
import { surviveErrors } from '../../uncaught-errors.ts';
import { openJudgeFor } from './open.ts';
import { placeOf } from './place.ts';

export interface JudgeFlags {
  readonly db?: string;
}

export interface ServeFlags extends JudgeFlags {
  readonly host: string;
  readonly port: string;
  readonly rateLimit: string;
  readonly logFormat?: string;
}

/** Serves the judge until the process is told to end. */
export async function serve(flags: ServeFlags): Promise<void> {
  const port = wholeNumber('--port', flags.port, 65_535);
  const requestsPerMinute = wholeNumber('--rate-limit', flags.rateLimit, 1_000_000);
  const { logStyle } = readLogStyle(flags.logFormat, process.env);
  const judge = await open(flags);
  try {
    surviveErrors(openLog('warn', 'quartet judge', logStyle));
    const served = await serveJudge(judge, {
      host: flags.host,
      port,
      requestsPerMinute: requestsPerMinute > 0 ? requestsPerMinute : undefined,
      now: () => new Date(Date.now()),
    });
    process.stderr.write(`quartet judge: listening on ${served.origin}\n`);
    void judge.index();
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    await served.close();
  } finally {
    await judge.close();
  }
}

/** Prints what the judge holds, a line a source. */
export function printStatus(flags: JudgeFlags): Promise<void> {
  return onStore(flags, ({ store }) => {
    for (const { source, total, missing_content, not_embedded } of store.status())
      say(
        `${source.padEnd(12)} ${total} problems, ${missing_content} without a statement, ${not_embedded} without a vector`,
      );
  });
}

/** Gives every problem its vectors, so that no search has to wait for them. */
export async function buildIndex(flags: JudgeFlags): Promise<number> {
  const bar = new Progress(process.stderr, 'vectors');
  const work = (signal: AbortSignal) =>
    onStore(flags, async ({ store, index }) => {
      await untilAborted(
        index((done, total) => bar.show(done, total)),
        signal,
      );
      bar.end();
      const left = store.status().reduce((sum, { not_embedded }) => sum + not_embedded, 0);
      say(left === 0 ? 'Every problem has its vectors.' : `${left} problems are still without vectors.`);
      return 0;
    });
  return await untilInterrupted(work, { progress: bar }).finally(() => bar.end());
}

/** Makes a token and prints it, this once. */
export function createToken(label: string, flags: JudgeFlags): Promise<void> {
  return onStore(flags, ({ store }) => say(store.tokens.create(label)));
}

/** Prints the tokens by their first digits. */
export function listTokens(flags: JudgeFlags): Promise<void> {
  return onStore(flags, ({ store }) => {
    for (const { hint, label, created_at, last_used_at, is_active } of store.tokens.list()) {
      const used = last_used_at === null ? 'never used' : `last used ${day(last_used_at)}`;
      say(`${hint}  ${is_active ? 'active ' : 'revoked'}  made ${day(created_at)}, ${used}  ${label}`);
    }
  });
}

/** Takes a token back; the exit code says whether there was one. */
export async function revokeToken(digits: string, flags: JudgeFlags): Promise<number> {
  return onStore(flags, ({ store }) => {
    if (store.tokens.revoke(digits)) return 0;
    process.stderr.write(`quartet: no active token begins with ${digits}. See quartet judge token list.\n`);
    return 1;
  });
}

/** Switches the need for tokens on or off. */
export async function requireTokens(choice: string, flags: JudgeFlags): Promise<void> {
  if (choice !== 'on' && choice !== 'off') throw new UsageError(`say on or off, not '${choice}'`);
  await onStore(flags, ({ store }) => setTokenAuth(store, choice === 'on'));
}

/** Opens the judge for some work and closes it again. */
export async function onStore<Result>(
  flags: JudgeFlags,
  work: (judge: Judge) => Result | Promise<Result>,
): Promise<Result> {
  const judge = await open(flags);
  try {
    return await work(judge);
  } finally {
    await judge.close();
  }
}

function open({ db }: JudgeFlags): Promise<Judge> {
  const onFailure = (failure: unknown) =>
    process.stderr.write(`quartet judge: ${failure instanceof Error ? failure.stack : String(failure)}\n`);
  const { env } = process;
  const file = db ?? placeOf(readSettings({}, env).options, env).file;
  return openJudgeFor({ file, env, onFailure });
}

/** The number that a flag was given, or an error that names the flag. */
export function wholeNumber(flag: string, text: string, most: number): number {
  if (/^\d{1,7}$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageError(`${flag} needs a whole number up to ${most}, not '${text}'`);
}

const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
