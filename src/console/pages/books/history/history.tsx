import { useState } from 'preact/hooks';
import { ago, duration } from '../../../ui/format.ts';
import { Loading } from '../../../ui/loading.tsx';
import { ErrorNotice, Notice } from '../../../ui/notice.tsx';
import { visible } from '../../../ui/visible.ts';
import type { OpenBook } from '../model/open-book.ts';
import { useChanges } from '../model/use-changes.ts';
import { useMore } from '../model/use-more.ts';
import type { AuditEntry } from './audit-entry.ts';
import { type Chain, ChainBadge } from './chain-badge.tsx';
import { Change } from './change.tsx';

interface AuditPage {
  readonly result: readonly AuditEntry[];
  readonly chain?: Chain;
  readonly next_cursor?: string;
}

const PAGE = 50;

/** Who did what to a lesson, the newest first, and whether the log that says so is whole. */
export function History({ book, path }: { book: OpenBook; path: string }) {
  const [withReads, setWithReads] = useState(false);
  const [chosen, setChosen] = useState<AuditEntry>();
  const [isRestored, setIsRestored] = useState(false);
  const args = { book_id: book.bookId, path, limit: PAGE };
  const { pages, error, loading, more, reload } = useMore<AuditPage>('audit_trail', args);
  // Who has asked for more keeps it.
  useChanges(() => pages.length <= 1 && reload());
  const showReads = (isWanted: boolean) => {
    setWithReads(isWanted);
    // They are no changes, so nobody has told of those since.
    if (isWanted && pages.length <= 1) reload();
  };
  const all = pages.flatMap(({ result }) => result);
  const shown = withReads ? all : all.filter(isNotable);
  const choose = (entry: AuditEntry | undefined, restored = false) => {
    setChosen(entry);
    setIsRestored(restored);
  };
  if (chosen !== undefined) {
    return (
      <Change
        key={chosen.id}
        book={book}
        path={path}
        entry={chosen}
        onClose={() => choose(undefined)}
        onRestored={() => {
          choose(undefined, true);
          reload();
        }}
      />
    );
  }
  return (
    <section class="card" aria-label="History">
      <div class="section-head">
        <h2>History</h2>
        {pages[0]?.chain && <ChainBadge chain={pages[0].chain} />}
        <label class="check">
          <input type="checkbox" checked={withReads} onChange={(event) => showReads(event.currentTarget.checked)} />{' '}
          Reads too
        </label>
      </div>
      {isRestored && <Notice kind="success">Restored. What was there before stays in the history.</Notice>}
      {error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
      {shown.length > 0 && (
        <div class="table-scroll" tabIndex={0} role="region" aria-label="Entries of the audit log">
          <table class="audit">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Who</th>
                <th scope="col">What</th>
                <th scope="col">Hashes</th>
                <th scope="col" class="number">
                  Took
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((entry) => (
                <Entry key={entry.id} entry={entry} onChosen={() => choose(entry)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {loading && <Loading what="The audit log" />}
      {!loading && shown.length === 0 && (
        <p class="muted">No changes so far{more ? ' among the latest entries' : ''}.</p>
      )}
      {more && (
        <button type="button" class="button" onClick={more}>
          Older entries
        </button>
      )}
    </section>
  );
}

/** Reads that went well say little. */
function isNotable({ state_change, status }: AuditEntry): boolean {
  return state_change || status !== 'success';
}

function Entry({ entry, onChosen }: { entry: AuditEntry; onChosen: () => void }) {
  const { timestamp, agent_id, status, error_message, prev_hash, new_hash, execution_time_ms } = entry;
  return (
    <tr>
      <td>
        <time dateTime={timestamp} title={timestamp}>
          {ago(timestamp)}
        </time>
      </td>
      <td class="audit-who">
        <bdi>{visible(agent_id)}</bdi>
      </td>
      <td class="audit-what">
        {whatWasDone(entry)}{' '}
        {status !== 'success' && (
          <span class={`badge ${status === 'conflict' ? 'badge-warning' : 'badge-error'}`}>{status}</span>
        )}
        {error_message && error_message.toLowerCase() !== status && <p class="muted small">{visible(error_message)}</p>}
      </td>
      <td class="audit-hashes">
        <Hashes from={prev_hash} to={new_hash} />
        {hasChanged(entry) && (
          <button type="button" class="button small" onClick={onChosen}>
            Show
          </button>
        )}
      </td>
      <td class="number">{duration(execution_time_ms)}</td>
    </tr>
  );
}

/** Whether there are two texts to compare. */
function hasChanged({ state_change, status, prev_hash, new_hash }: AuditEntry): boolean {
  return state_change && status === 'success' && prev_hash !== new_hash;
}

function Hashes({ from, to }: { from: string | undefined; to: string | undefined }) {
  if (from === undefined && to === undefined) return <span class="muted">–</span>;
  if (from === to) return <code title={to}>{to?.slice(0, 8)}</code>;
  return (
    <>
      <code title={from}>{from?.slice(0, 8) ?? 'nothing'}</code> →{' '}
      <code title={to}>{to?.slice(0, 8) ?? 'nothing'}</code>
    </>
  );
}

function whatWasDone({ operation, status }: AuditEntry): string {
  const words = Object.hasOwn(WORDS, operation) ? WORDS[operation] : undefined;
  if (words === undefined) return visible(operation);
  return status === 'success' ? words[0] : `tried to ${words[1]}`;
}

/** What was done, and what was tried. */
const WORDS: Readonly<Record<string, readonly [string, string]>> = {
  read_content: ['read', 'read'],
  write_content: ['wrote', 'write'],
  delete_content: ['deleted', 'delete'],
  write_many: ['wrote, with others', 'write it with others'],
  move_content: ['changed by a move', 'move'],
  restore_content: ['restored', 'restore'],
  upload_asset: ['uploaded', 'upload'],
  get_asset: ['fetched', 'fetch'],
  audit_trail: ['looked at the log', 'look at the log'],
};
