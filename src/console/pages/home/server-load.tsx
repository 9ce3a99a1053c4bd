import type { ServerState } from '../../mcp/server-types.ts';
import { bytes, counted } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';

/** What the server takes up and has to do, as far as this page may know. */
export function ServerLoad({ state }: { state: ServerState }) {
  const { memory_bytes, held_bytes = 0, sessions, connections, running, queued, unexpected_errors } = state;
  if (memory_bytes === undefined) return null;
  const figures: readonly (readonly [string, string | number | undefined])[] = [
    ['Memory', bytes(memory_bytes)],
    ['Held by requests', bytes(held_bytes)],
    ['Sessions', sessions],
    ['Connections', connections],
    ['Running', running],
    ['Queued', queued],
  ];
  return (
    <>
      {unexpected_errors !== undefined && (
        <Notice kind="warning">
          Since its start the server has survived {counted(unexpected_errors, 'error')} that nobody expected. The log
          has the details; please report them.
        </Notice>
      )}
      <dl class="card load-figures" aria-label="Load">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
