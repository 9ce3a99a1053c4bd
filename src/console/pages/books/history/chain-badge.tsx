import { counted } from '../../../ui/format.ts';

/** What the server says about the log of a book as a whole. */
export interface Chain {
  readonly checked?: boolean;
  readonly intact?: boolean;
  readonly entries: number;
  readonly removed?: number;
  readonly head: string;
  readonly problem?: string;
}

/** Whether the entries of the log are those that were written, all of them and in their order. */
export function ChainBadge({ chain: { checked = true, intact, entries, head, problem } }: { chain: Chain }) {
  if (!checked || intact === undefined) {
    return <span class="badge">log not checked{problem ? `: ${problem}` : ''}</span>;
  }
  return intact ? (
    <span class="badge badge-ok" title={`Head ${head}`}>
      log intact, {counted(entries, 'entry', 'entries')}
    </span>
  ) : (
    <span class="badge badge-error badge-long">log broken: {problem ?? 'its seals do not fit'}</span>
  );
}
