import { useCallback, useMemo, useRef, useState } from 'preact/hooks';
import type { CallSummary } from '../../mcp/server-types.ts';
import { hrefTo } from '../../router.ts';
import { useServer } from '../../server.tsx';
import { Empty } from '../../ui/empty.tsx';
import { counted } from '../../ui/format.ts';
import { CallBar } from './call-bar.tsx';
import { type CallFilter, countAfter, isActive, matching } from './call-filter.ts';
import { CallTable } from './call-table.tsx';

const SHOWN_AT_FIRST = 100;

/** The calls as they happen, the newest first. */
export function Calls({ filter }: { filter: CallFilter }) {
  const { calls, missed, hello } = useServer();
  const [paused, setPaused] = useState<readonly CallSummary[]>();
  const [open, setOpen] = useState<CallSummary>();
  const [most, setMost] = useState(SHOWN_AT_FIRST);
  const found = useMemo(() => matching(paused ?? calls, filter), [paused ?? calls, ...Object.values(filter)]);

  const goOn = () => {
    setPaused(undefined);
    setOpen(undefined);
    setMost(SHOWN_AT_FIRST);
  };
  const latest = useRef(calls);
  latest.current = calls;
  // While somebody reads, nothing moves.
  const toggle = useCallback((call: CallSummary) => {
    setOpen((before) => (before === call ? undefined : call));
    setPaused((before) => before ?? latest.current);
  }, []);

  return (
    <section aria-labelledby="calls">
      <h2 id="calls">Calls</h2>
      <CallBar
        filter={filter}
        found={found.length}
        fresh={paused && countAfter(calls, paused.at(-1))}
        onPause={() => setPaused(calls)}
        onGoOn={goOn}
      />
      {missed > 0 && (
        <p class="muted small">{counted(missed, 'call')} came too quickly to be shown here; the charts count them.</p>
      )}
      {found.length > 0 ? (
        <>
          <CallTable
            calls={found.slice(0, most)}
            open={open}
            hasPayloads={hello?.payloads ?? false}
            onToggle={toggle}
          />
          {found.length > most && (
            <button type="button" class="button" onClick={() => setMost(most + SHOWN_AT_FIRST)}>
              Show more ({found.length - most})
            </button>
          )}
        </>
      ) : isActive(filter) && calls.length > 0 ? (
        <Empty title="No call matches">
          <a href={hrefTo('home')}>Show all {calls.length.toLocaleString('en')}</a>
        </Empty>
      ) : (
        <Empty title="No calls yet">
          <p>
            <a href={hrefTo('connect')}>Connect a client</a> or <a href={hrefTo('tools')}>try a tool</a>: every call
            appears here as it happens.
          </p>
        </Empty>
      )}
    </section>
  );
}
