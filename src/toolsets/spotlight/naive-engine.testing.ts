import { closeSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import type { Engine, FileFacts, Findings, Hit, SearchRequest } from './engine.ts';
import { folded, snippetOf, textOf } from './naive-text.testing.ts';
import { type Walked, walk } from './naive-walk.testing.ts';
import { headHasKind, nameHasKind } from './types/kinds.ts';

interface Ranked {
  readonly rank: number;
  readonly hit: Hit;
}

export interface NaiveSettings {
  readonly budgetMs: number;
  readonly everything: boolean;
}

/** An engine that does what R27 to R37 say in the plainest way: it walks, reads every file, sorts and cuts. For tests. */
export function createNaiveEngine({ budgetMs, everything }: NaiveSettings): Engine {
  const seen = (scope: string) => walk(scope, { everything, deadline: performance.now() + budgetMs });
  return {
    search: async (query, request) => {
      const walked = seen(request.scope);
      return findings(walked, request, ranked(walked, query, request.snippets));
    },
    byKind: async (kind, request) => {
      const walked = seen(request.scope);
      const isOfKind = ({ path }: FileFacts) => {
        const byName = nameHasKind(basename(path), kind);
        return byName === 'look' ? headHasKind(basename(path), headOf(path), kind) : byName;
      };
      return findings(walked, request, unranked(walked.files.filter(isOfKind)));
    },
    recent: async (sinceMs, request) => {
      const walked = seen(request.scope);
      return findings(walked, request, unranked(walked.files.filter(({ modifiedMs }) => modifiedMs >= sinceMs)));
    },
    close: async () => {},
  };
}

/** R27 to R34: the phrase in content and name, then in the content only, then in the name only, then all words anywhere. */
function ranked(walked: Walked, query: string, snippets: boolean): Ranked[] {
  const phrase = folded(query);
  const words = phrase.split(' ').filter(Boolean);
  return walked.files.flatMap((file): Ranked[] => {
    const name = folded(basename(file.path));
    const text = readable(file.path, walked) ?? '';
    const content = folded(text);
    const inName = name.includes(phrase);
    const inContent = content.includes(phrase);
    const everywhere = words.every((word) => name.includes(word) || content.includes(word));
    if (!inName && !inContent && !everywhere) return [];
    const rank = inContent ? (inName ? 0 : 1) : inName ? 2 : 3;
    const shown = inContent ? phrase : words.find((word) => content.includes(word));
    const snippet = snippets && shown !== undefined ? snippetOf(text, shown) : undefined;
    return [{ rank, hit: { ...file, ...(snippet && { snippet }) } }];
  });
}

function unranked(files: readonly FileFacts[]): Ranked[] {
  return files.map((hit) => ({ hit, rank: 0 }));
}

/** R18, R33, R47: first the order, then the cut. */
function findings({ files, skipped, timeIsUp }: Walked, { limit }: SearchRequest, matches: Ranked[]): Findings {
  matches.sort((a, b) => a.rank - b.rank || b.hit.modifiedMs - a.hit.modifiedMs || (a.hit.path < b.hit.path ? -1 : 1));
  return {
    hits: matches.slice(0, limit).map(({ hit }) => hit),
    complete: skipped === 0 && !timeIsUp,
    truncated: matches.length > limit,
    scanned: files.length,
    skipped,
    engine: 'naive',
    ...(timeIsUp ? { note: 'time ran out' } : skipped > 0 && { note: 'some files or directories could not be read' }),
  };
}

function readable(path: string, walked: Walked): string | undefined {
  try {
    return textOf(path);
  } catch {
    walked.skipped++;
    return undefined;
  }
}

function headOf(path: string): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(4096);
    return head.subarray(0, readSync(file, head, 0, head.length, 0));
  } finally {
    closeSync(file);
  }
}
