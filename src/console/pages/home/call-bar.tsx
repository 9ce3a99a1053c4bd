import { useMemo } from 'preact/hooks';
import { hrefTo, navigate } from '../../router.ts';
import { useServer } from '../../server.tsx';
import { counted } from '../../ui/format.ts';
import { type CallFilter, isActive } from './call-filter.ts';

interface CallBarProps {
  readonly filter: CallFilter;
  readonly found: number;
  /** How many calls came since the pause; undefined while there is none. */
  readonly fresh: number | undefined;
  readonly onPause: () => void;
  readonly onGoOn: () => void;
}

const KEPT = 500;

/** What is shown of the calls, and whether new ones are. */
export function CallBar({ filter, found, fresh, onPause, onGoOn }: CallBarProps) {
  const { hello } = useServer();
  const isPaused = fresh !== undefined;
  // Only what somebody did is read aloud: calls come in all the time.
  const said = useMemo(
    () => `${isPaused ? 'Paused. ' : ''}${isActive(filter) ? `${counted(found, 'call')} found.` : ''}`,
    [isPaused, ...Object.values(filter)],
  );
  const change = (part: Partial<CallFilter>) => navigate(hrefTo('home', [], { ...filter, ...part }), { replace: true });
  return (
    <>
      <form class="call-bar" role="search" aria-label="Calls" onSubmit={(event) => event.preventDefault()}>
        <label class="field call-text">
          <span>Filter</span>
          <input
            type="search"
            value={filter.text}
            placeholder="tool, caller, code …"
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => change({ text: event.currentTarget.value })}
          />
        </label>
        <label class="field">
          <span>Server</span>
          <select value={filter.toolset} onChange={(event) => change({ toolset: event.currentTarget.value })}>
            <option value="">All</option>
            {hello?.toolsets.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Outcome</span>
          <select
            value={filter.outcome}
            onChange={(event) => change({ outcome: event.currentTarget.value as CallFilter['outcome'] })}
          >
            <option value="">All</option>
            <option value="ok">Worked</option>
            <option value="failed">Did not work</option>
          </select>
        </label>
        <button type="button" class="button call-pause" onClick={isPaused ? onGoOn : onPause}>
          {isPaused ? 'Go on' : 'Pause'}
        </button>
      </form>
      <p class="muted small call-count">
        {counted(found, 'call')}
        {isActive(filter) && ' found'}
        {fresh !== undefined && `, paused: ${fresh >= KEPT ? `${KEPT} or more` : fresh} came meanwhile`}
      </p>
      <p class="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}
