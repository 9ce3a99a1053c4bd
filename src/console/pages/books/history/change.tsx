import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { CallError, type McpClient } from '../../../mcp/client.ts';
import { useServer } from '../../../server.tsx';
import { ago } from '../../../ui/format.ts';
import { Loading } from '../../../ui/loading.tsx';
import { ErrorNotice, Notice } from '../../../ui/notice.tsx';
import { useLoaded } from '../../../ui/use-tool.ts';
import { visible } from '../../../ui/visible.ts';
import { forEditing } from '../edit/line-ends.ts';
import { SideBySide } from '../mine/side-by-side.tsx';
import type { LessonText } from '../model/answers.ts';
import type { OpenBook } from '../model/open-book.ts';
import type { AuditEntry } from './audit-entry.ts';

interface ChangeProps {
  readonly book: OpenBook;
  readonly path: string;
  readonly entry: AuditEntry;
  readonly onClose: () => void;
  readonly onRestored: () => void;
}

/** What an entry of the log did to a lesson, line by line, and a way back to before or after it. */
export function Change({ book: { bookId, access }, path, entry, onClose, onRestored }: ChangeProps) {
  const { client } = useServer();
  const { prev_hash, new_hash, timestamp, agent_id } = entry;
  const load = useCallback(
    (signal: AbortSignal) => readVersions(client, { book_id: bookId, path }, [prev_hash, new_hash], signal),
    [client, bookId, path, prev_hash, new_hash],
  );
  const { data, error, reload } = useLoaded(load);
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const restore = async (version: string, expected_hash: string | undefined) => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await client.call('restore_content', {
        book_id: bookId,
        path,
        version,
        ...(expected_hash !== undefined && { expected_hash }),
      });
      onRestored();
    } catch (reason) {
      setFailure(reason);
      reload();
    }
    setIsBusy(false);
  };
  return (
    <section class="card" aria-label="One change">
      <div class="section-head">
        <h2 ref={heading} tabIndex={-1}>
          Changed{' '}
          <time dateTime={timestamp} title={timestamp}>
            {ago(timestamp)}
          </time>{' '}
          by <bdi>{visible(agent_id)}</bdi>
        </h2>
        <button type="button" class="button" onClick={onClose}>
          All entries
        </button>
      </div>
      {isConflict(failure) ? (
        <Notice kind="warning">
          Somebody has written the lesson meanwhile, and nothing was restored. Press again to restore all the same.
        </Notice>
      ) : (
        failure !== undefined && <ErrorNotice error={failure} />
      )}
      {error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
      {data === undefined && error === undefined && <Loading what="Both versions" />}
      {data && (
        <>
          <SideBySide left={data.before} right={data.after} titles={['Before', 'After']} />
          {access.restore && (
            <div class="form-actions">
              {[['Restore what was before', prev_hash] as const, ['Restore what came of it', new_hash] as const].map(
                ([label, hash]) =>
                  hash !== undefined &&
                  hash !== data.current && (
                    <button
                      key={label}
                      type="button"
                      class="button"
                      disabled={isBusy}
                      onClick={() => void restore(hash, data.current)}
                    >
                      {label}
                    </button>
                  ),
              )}
            </div>
          )}
        </>
      )}
    </section>
  );
}

/** The texts before and after a change, and the hash of what is there now. */
async function readVersions(
  client: McpClient,
  lesson: { book_id: string; path: string },
  hashes: readonly (string | undefined)[],
  signal: AbortSignal,
) {
  const read = async (version?: string) =>
    client.call<LessonText>('read_content', { ...lesson, ...(version !== undefined && { version }) }, signal);
  const text = async (hash: string | undefined) =>
    hash === undefined ? '' : forEditing((await read(hash)).content).text;
  const [before = '', after = ''] = await Promise.all(hashes.map(text));
  const now = await read().catch(unlessMissing);
  return { before, after, current: now?.file_hash_sha256 };
}

/** The lesson is not what it was when this was opened. */
function isConflict(error: unknown): boolean {
  return error instanceof CallError && ['CONFLICT', 'HASH_REQUIRED', 'NOT_FOUND'].includes(String(error.code));
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof CallError) || error.code !== 'NOT_FOUND') throw error;
}
