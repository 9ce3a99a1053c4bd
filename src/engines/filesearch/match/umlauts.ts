// After one of these letters "ue" is no umlaut, as in "neue", "bauer" and "queue".
const WRITTEN_OUT = /([ao]|(?<![aeq])u)e/g;

/** A folded word as it is when `ae`, `oe` and `ue` in it stand for umlauts: folded, those are one letter. */
export function withUmlauts(folded: string): string {
  return folded.replace(WRITTEN_OUT, '$1');
}
