/** The user asked for something that does not exist or cannot be: shown on stderr, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(
    message: string,
    /** What to type to learn more; the help of the command when absent. */
    readonly help?: string,
  ) {
    super(message);
  }
}

/** "Did you mean …?", or what there is when no known word is close. */
export function suggestion(word: string, known: readonly string[], otherwise = `Known: ${known.join(', ')}.`): string {
  const close = known.filter((candidate) => distance(word, candidate) <= tolerance(candidate));
  const best = close.sort((a, b) => distance(word, a) - distance(word, b))[0];
  return best === undefined ? otherwise : `Did you mean ${best}?`;
}

/** A third of the letters may be wrong, but never all of them. */
function tolerance(candidate: string): number {
  return Math.min(candidate.length - 1, Math.max(1, Math.floor(candidate.length / 3)));
}

/** Edit distance; words longer than any of ours are simply far away. */
function distance(from: string, to: string): number {
  if (from.length > 64) return from.length;
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
