import { hrefTo } from '../../router.ts';
import { useServer } from '../../server.tsx';
import { duration } from '../../ui/format.ts';
import { type EndedCall, historyOf } from './answer-history.ts';

/** The calls that were made in this tab, each with a way back to its answer. */
export function LastAnswers({ current }: { current?: number | undefined }) {
  const { client } = useServer();
  const { calls } = historyOf(client);
  if (calls.length === 0) return null;
  return (
    <section class="last-answers">
      <h2>Last answers</h2>
      <ol>
        {calls.map((call) => (
          <li key={call.n}>
            <a
              href={hrefTo('tools', [call.name, String(call.n)])}
              aria-current={call.n === current ? 'true' : undefined}
            >
              <span
                class={`answer-dot ${call.answer && !call.answer.isError ? 'answer-ok' : 'answer-failed'}`}
                aria-hidden="true"
              />
              <code>{call.name}</code>
              <span class="last-arguments">{shownArguments(call)}</span>
              <span class="muted">{outcome(call)}</span>
              <time class="muted" dateTime={call.at.toISOString()}>
                {call.at.toLocaleTimeString()}
              </time>
            </a>
          </li>
        ))}
      </ol>
      <p class="muted small">They are in the memory of this tab only, and go with it.</p>
    </section>
  );
}

function outcome({ answer }: EndedCall): string {
  if (answer === undefined) return 'no answer';
  return `${answer.isError ? 'failed' : 'answered'} in ${duration(answer.ms)}`;
}

const LONGEST_VALUE = 60;

function shownArguments({ args }: EndedCall): string {
  return Object.entries(args)
    .map(
      ([key, value]) => `${key}=${(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, LONGEST_VALUE)}`,
    )
    .join(' ');
}
