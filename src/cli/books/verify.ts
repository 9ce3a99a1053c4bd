import type { Finding, Verification } from '../../toolsets/books/care.ts';
import { ProgressBar } from '../progress.ts';
import type { Settings } from '../settings.ts';
import { withLibrary } from './session.ts';

export interface VerifyFlags {
  readonly book?: string;
  readonly repair?: boolean;
  readonly json?: boolean;
}

/** Checks the whole library and tells what does not fit together. The exit code is 1 when something still does not. */
export function verifyLibrary(flags: VerifyFlags, settings: Settings): Promise<number> {
  return withLibrary('verify', settings, false, async ({ care, world, signal }) => {
    const bar = new ProgressBar(process.stderr, 'verify');
    const verification = await care
      .verify(world.library, {
        book: flags.book === undefined ? undefined : care.bookId(flags.book),
        repair: flags.repair === true,
        signal,
        progress: (done, total) => bar.show(done, total),
      })
      .finally(() => bar.clear());
    process.stdout.write(flags.json ? `${JSON.stringify(verification, undefined, 2)}\n` : inWords(verification));
    return verification.findings.every(({ repaired }) => repaired) ? 0 : 1;
  });
}

function inWords({ books, files, audit_entries, findings }: Verification): string {
  const open = findings.filter(({ repaired }) => !repaired);
  const lines = findings.map(describe);
  const seen = `${books} books, ${files} files, ${audit_entries} audit entries`;
  const repaired = findings.length - open.length;
  const verdict = open.length === 0 ? 'clean' : `${open.length} do not fit together`;
  const hint = open.some(({ kind }) => kind !== 'chain' && kind !== 'unaudited')
    ? '\nRun quartet books verify --repair to take in what storage holds.'
    : '';
  return `${[...lines, `${seen}: ${verdict}${repaired > 0 ? `, ${repaired} repaired` : ''}`].join('\n')}${hint}\n`;
}

function describe({ book, path, user, kind, detail, repaired }: Finding): string {
  const where = [book, user && `user ${user}`, path].filter(Boolean).join(' ');
  return `${repaired ? 'repaired' : kind.padEnd(8)}  ${where}: ${detail}`;
}
