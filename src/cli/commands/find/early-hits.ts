import type { Hit } from '../../../engines/filesearch/engine.ts';
import { harmless } from '../../../lib/harmless.ts';
import type { Flags } from '../../options/settings.ts';
import type { Progress } from '../../terminal/progress.ts';
import type { Output } from './output.ts';

const MOST_LINES = 8;

/**
 * What happens to hits that are found while the search goes on: on a terminal the best so far stand below the spinner until the list is
 * there; a stream gets each of them once. A pipe gets the list alone, since a hit that has been printed cannot move any more.
 */
export function earlyHits(
  flags: Flags,
  stdout: Output,
  progress: Pick<Progress, 'list'> | undefined,
): ((hits: readonly Hit[]) => void) | undefined {
  if (flags.stream) return streamTo(stdout);
  if (!stdout.isTTY || flags.json || flags.print0) return undefined;
  return (hits) => progress?.list(hits.slice(0, MOST_LINES).map(({ path }) => `  ${harmless(path)}`));
}

function streamTo(stdout: Output): (hits: readonly Hit[]) => void {
  const told = new Set<string>();
  return (hits) => {
    for (const { path, snippet, why } of hits) {
      if (told.has(path)) continue;
      told.add(path);
      stdout.write(`${JSON.stringify({ early: { _path: path, _snippet: snippet, _why: why } })}\n`);
    }
  };
}
