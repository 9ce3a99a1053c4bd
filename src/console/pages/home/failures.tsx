import { useMemo } from 'preact/hooks';
import { hrefTo } from '../../router.ts';
import { useServer } from '../../server.tsx';
import { ago } from '../../ui/format.ts';
import { failuresOf } from './activity.ts';

const MOST = 20;

/** What fails, how often, and when it did the last time. */
export function Failures() {
  const { state, calls, hello } = useServer();
  const groups = useMemo(() => state?.failures ?? failuresOf(calls), [state?.failures, calls]);
  const now = state === undefined ? undefined : Date.parse(state.at);
  return (
    <section aria-labelledby="failures">
      <h2 id="failures">Errors</h2>
      {groups.length === 0 ? (
        <p class="muted">
          {hello?.sees_all ? 'No call has failed since the start.' : 'None of your last calls has failed.'}
        </p>
      ) : (
        <div class="card table-card">
          <div class="table-scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">Error</th>
                  <th scope="col">Tool</th>
                  <th scope="col" class="number">
                    Count
                  </th>
                  <th scope="col" class="number">
                    Last
                  </th>
                </tr>
              </thead>
              <tbody>
                {groups.slice(0, MOST).map(({ tool, toolset, outcome, code, count, last_at }) => (
                  <tr key={`${tool} ${outcome} ${code}`}>
                    <td>
                      <a href={hrefTo('home', [], { text: `${code ?? outcome} ${tool}`, outcome: 'failed' })}>
                        {code ?? outcome}
                      </a>
                    </td>
                    <td>
                      <span class="call-tool">
                        <span class={`string-mark string-${toolset}`} aria-hidden="true" />
                        <span class="call-name">{tool}</span>
                      </span>
                    </td>
                    <td class="number">{count.toLocaleString('en')}</td>
                    <td class="number">{ago(last_at, now)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {groups.length > MOST && <p class="muted small">There are {groups.length - MOST} more kinds of errors.</p>}
        </div>
      )}
    </section>
  );
}
