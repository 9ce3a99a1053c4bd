/** The words in a query that say what a file must be. */
export const wordKeys = ['kind', 'since', 'until', 'name', 'size', 'in', 'tag'] as const;

export type WordKey = (typeof wordKeys)[number];

/** A query as a person types it, taken apart. */
export interface QueryParts {
  /** What is left to look for; empty when nothing is. */
  readonly text: string;
  /** Texts in quotes. */
  readonly phrases: readonly string[];
  /** Words behind a minus. */
  readonly without: readonly string[];
  readonly words: readonly { readonly key: WordKey; readonly value: string }[];
}

const PARTS =
  /(?<![^\s])(?:(?<minus>-)?"(?<quoted>[^"]*)"|(?<key>[a-z]+):(?:"(?<inQuotes>[^"]+)"|(?<value>[^\s"]+))|-(?<without>[\p{L}\p{N}][^\s"]*))(?!\S)|\S+/giu;

/**
 * Takes a query apart: `kind:pdf since:7d name:*.md size:>1MB in:names tag:work "exact phrase" -draft -"two words"`. Whatever has none of
 * these forms is text, also a word with another key, such as `https://example.org`.
 */
export function queryParts(query: string): QueryParts {
  const text: string[] = [];
  const phrases: string[] = [];
  const without: string[] = [];
  const words: { key: WordKey; value: string }[] = [];
  for (const { 0: part, groups = {} } of query.matchAll(PARTS)) {
    const key = wordKeys.find((known) => known === groups.key?.toLowerCase());
    const value = groups.inQuotes ?? groups.value;
    const said = groups.quoted ?? groups.without;
    if (key !== undefined && value !== undefined) words.push({ key, value });
    else if (said === undefined) text.push(part);
    else if (/\S/.test(said)) (groups.minus || groups.without ? without : phrases).push(said);
  }
  return { text: text.join(' '), phrases, without, words };
}
