import { useCallback, useState } from 'preact/hooks';
import type { CallSummary } from '../../mcp/server-types.ts';
import { CallRow } from './call-row.tsx';

interface CallTableProps {
  readonly calls: readonly CallSummary[];
  readonly open: CallSummary | undefined;
  readonly hasPayloads: boolean;
  readonly onToggle: (call: CallSummary) => void;
}

/** A table whose rows open. It is one stop for the Tab key; arrows, Home and End go from row to row. */
export function CallTable({ calls, open, hasPayloads, onToggle }: CallTableProps) {
  const [visited, setVisited] = useState<CallSummary>();
  const stop = visited !== undefined && calls.includes(visited) ? visited : calls[0];
  const toggle = useCallback(
    (call: CallSummary) => {
      setVisited(call);
      onToggle(call);
    },
    [onToggle],
  );
  const onKey = (event: KeyboardEvent) => {
    const body = event.currentTarget as HTMLElement;
    const buttons = Array.from(body.querySelectorAll<HTMLElement>('.call-toggle'));
    const at = buttons.indexOf(event.target as HTMLElement);
    const next = at === -1 ? undefined : nextIndex(event.key, at, buttons.length);
    if (next === undefined) return;
    event.preventDefault();
    setVisited(calls[next]);
    buttons[next]?.focus();
  };
  return (
    <div class="card table-card">
      <table class="call-table">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Tool</th>
            <th scope="col" class="call-caller">
              Caller
            </th>
            <th scope="col">Outcome</th>
            <th scope="col" class="number call-took">
              Took
            </th>
            <th scope="col" class="number call-size">
              In
            </th>
            <th scope="col" class="number call-size">
              Out
            </th>
          </tr>
        </thead>
        <tbody onKeyDown={onKey}>
          {calls.map((call) => (
            <CallRow
              key={`${call.at} ${call.n}`}
              call={call}
              isOpen={call === open}
              isTabStop={call === stop}
              hasPayloads={hasPayloads}
              onToggle={toggle}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function nextIndex(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
