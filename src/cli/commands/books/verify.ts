import { readFileSync } from 'node:fs';
import type { ChainHead, Finding, Verification } from '../../../engines/library/index.ts';
import { codeOf } from '../../../lib/errno.ts';
import type { Settings } from '../../options/settings.ts';
import { UsageError } from '../../terminal/usage.ts';
import { bookNamed, withLibrary } from './session.ts';

export interface VerifyFlags {
  readonly book?: string;
  readonly repair?: boolean;
  readonly expectHead?: readonly string[];
  readonly json?: boolean;
}

/** Checks the whole library and tells what does not fit together. The exit code is 1 when something still does not. */
export async function verifyLibrary(flags: VerifyFlags, settings: Settings): Promise<number> {
  const book = flags.book === undefined ? undefined : await bookNamed(flags.book);
  const heads = (flags.expectHead ?? []).flatMap(readHeads);
  return await withLibrary(
    'verify',
    settings,
    { writes: flags.repair === true },
    async ({ world, signal, progress: bar }) => {
      const { verify } = await import('../../../engines/library/index.ts');
      const verification = await verify(world.library, {
        book,
        repair: flags.repair === true,
        heads,
        signal,
        progress: (done, total) => bar.show(done, total),
      }).finally(() => bar.end());
      process.stdout.write(flags.json ? `${JSON.stringify(verification, undefined, 2)}\n` : inWords(verification));
      return verification.findings.every(({ repaired }) => repaired) ? 0 : 1;
    },
  );
}

/** Heads as `audit --heads` prints them: the number of entries, the hash of the last one, the book. */
function readHeads(text: string): ChainHead[] {
  const lines = text.startsWith('@') ? fileLines(text.slice(1)) : [text];
  return lines.map((line) => {
    const [, entries, hash, bookId] = /^(\d{1,15}):([0-9a-f]{64}):(.*)$/.exec(line) ?? [];
    if (entries === undefined || hash === undefined || bookId === undefined) throw new UsageError(NO_HEAD);
    return { entries: Number(entries), hash, bookId };
  });
}

const NO_HEAD = '--expect-head must be a line of "quartet books audit --heads", or @FILE with such lines';

function fileLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean);
  } catch (error) {
    throw new UsageError(`the file of --expect-head cannot be read (${codeOf(error)}).`);
  }
}

function inWords({ books, files, audit_entries, findings, notices = [] }: Verification): string {
  const open = findings.filter(({ repaired }) => !repaired);
  const lines = [...findings.map(describe), ...notices.map((notice) => `outdated  ${notice}`)];
  const seen = `${books} books, ${files} files, ${audit_entries} audit entries`;
  const repaired = findings.length - open.length;
  const verdict = open.length === 0 ? 'clean' : `${open.length} do not fit together`;
  const hint = open.some(({ kind }) => !BEYOND_REPAIR.has(kind))
    ? '\nRun quartet books verify --repair to take in what storage holds.'
    : '';
  return `${[...lines, `${seen}: ${verdict}${repaired > 0 ? `, ${repaired} repaired` : ''}`].join('\n')}${hint}\n`;
}

const BEYOND_REPAIR: ReadonlySet<Finding['kind']> = new Set(['chain', 'unaudited', 'head', 'journal', 'unreadable']);

function describe({ book, path, user, kind, detail, repaired }: Finding): string {
  const where = [book, user && `user ${user}`, path].filter(Boolean).join(' ');
  return `${repaired ? 'repaired' : kind.padEnd(8)}  ${where}: ${detail}`;
}
