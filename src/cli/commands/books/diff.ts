import { once } from 'node:events';
import { harmless } from '../../../lib/harmless.ts';
import type { Paint } from '../../../lib/paint.ts';
import type { Settings } from '../../options/settings.ts';
import { screenOf } from '../../terminal/screen.ts';
import { lessonNamed, versionNamed } from './named-lesson.ts';
import { withLibrary } from './session.ts';

export interface DiffFlags {
  readonly user?: string;
  readonly json?: boolean;
}

/** Prints what differs between two versions of a lesson; without them, its last change. */
export async function printDiff(
  [book, path, from, to]: readonly [book: string, path: string, from: string | undefined, to: string | undefined],
  flags: DiffFlags,
  settings: Settings,
): Promise<number> {
  const asked = await lessonNamed(book, path, flags.user);
  return await withLibrary('diff', settings, {}, async ({ world: { library }, signal, progress }) => {
    const { chooseSides, lesson, unifiedDiff } = await import('../../../engines/library/index.ts');
    const file = lesson(asked.book, asked.path, asked.user);
    const chosen = { from: from && versionNamed(from), to: to && versionNamed(to) };
    const sides = await chooseSides(library, file, chosen);
    const { added, removed, lines } = await unifiedDiff(...sides, signal);
    progress.end();
    if (flags.json) {
      const [old, now] = sides.map(({ sha256 }) => sha256 ?? null);
      const report = { from: old, to: now, added_lines: added, removed_lines: removed, diff: [...lines()].join('\n') };
      process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
      return 0;
    }
    const screen = screenOf(process.stdout, process.env);
    const shown = (line: string) => (screen ? painted(line, screen.paint) : line);
    for (const line of lines()) {
      if (!process.stdout.write(`${shown(line)}\n`)) await once(process.stdout, 'drain', { signal });
    }
    if (added + removed === 0) process.stderr.write('Both are the same.\n');
    return 0;
  });
}

const LOOKS: readonly (readonly [RegExp, Parameters<Paint>[1]])[] = [
  [/^(?:---|\+\+\+) /, 'bold'],
  [/^@@/, 'dim'],
  [/^\+/, 'green'],
  [/^-/, 'red'],
];

/** What a lesson holds must not steer the terminal. */
function painted(line: string, paint: Paint): string {
  const text = line.split('\t').map(harmless).join('\t');
  const look = LOOKS.find(([pattern]) => pattern.test(line))?.[1];
  return look ? paint(text, look) : text;
}
