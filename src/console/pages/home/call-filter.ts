import type { CallSummary } from '../../mcp/server-types.ts';

/** What somebody wants to see of the calls. It stands in the address, so that a view can be kept and linked to. */
export interface CallFilter {
  readonly text: string;
  readonly toolset: string;
  readonly outcome: '' | 'ok' | 'failed';
}

export function filterOf(query: URLSearchParams): CallFilter {
  const outcome = query.get('outcome');
  return {
    text: query.get('text') ?? '',
    toolset: query.get('toolset') ?? '',
    outcome: outcome === 'ok' || outcome === 'failed' ? outcome : '',
  };
}

export function isActive({ text, toolset, outcome }: CallFilter): boolean {
  return text.trim() !== '' || toolset !== '' || outcome !== '';
}

/** The calls that match, the newest first. Every word of the text must be found somewhere. */
export function matching(calls: readonly CallSummary[], { text, toolset, outcome }: CallFilter): CallSummary[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return calls
    .filter((call) => {
      if (toolset !== '' && call.toolset !== toolset) return false;
      if (outcome !== '' && (call.outcome === 'ok') !== (outcome === 'ok')) return false;
      if (words.length === 0) return true;
      const searched = searchedText(call);
      return words.every((word) => searched.includes(word));
    })
    .reverse();
}

function searchedText(call: CallSummary): string {
  const { tool, toolset = '', client, subject = '', outcome, code = '', arguments: args = '', result = '' } = call;
  return [tool, toolset, client, subject, outcome, code, args, result].join('\n').toLowerCase();
}

/** How many calls are younger than another. The numbers begin anew with the server, so time comes first. */
export function countAfter(calls: readonly CallSummary[], last: CallSummary | undefined): number {
  if (last === undefined) return calls.length;
  return calls.filter(({ at, n }) => at > last.at || (at === last.at && n > last.n)).length;
}
