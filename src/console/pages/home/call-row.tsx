import { useMemo } from 'preact/hooks';
import type { CallSummary } from '../../mcp/server-types.ts';
import { hrefTo } from '../../router.ts';
import { duration } from '../../ui/format.ts';

const TIME = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });
export const COLUMNS = 7;

interface CallRowProps {
  readonly call: CallSummary;
  readonly isOpen: boolean;
  /** Whether the Tab key comes here; arrows go from row to row. */
  readonly isTabStop: boolean;
  readonly hasPayloads: boolean;
  readonly onToggle: (call: CallSummary) => void;
}

/** One call, and its details when it is open. */
export function CallRow({ call, isOpen, isTabStop, hasPayloads, onToggle }: CallRowProps) {
  // The same element again is not compared: with a hundred rows and new ones all the time, that counts.
  return useMemo(() => {
    const { n, at, tool, toolset, client, subject, ms, size_in, size_out } = call;
    const time = TIME.format(new Date(at));
    const toggle = () => {
      if (getSelection()?.isCollapsed !== false) onToggle(call);
    };
    return (
      <>
        <tr class={isOpen ? 'call-row call-open' : 'call-row'} onClick={toggle}>
          <td>
            <button
              type="button"
              class="call-toggle"
              aria-expanded={isOpen}
              aria-controls={isOpen ? `call-${n}` : undefined}
              aria-label={`${time} ${tool}: details`}
              tabIndex={isTabStop ? 0 : -1}
            >
              <span class="call-arrow" aria-hidden="true" />
              <span>
                {time.slice(0, 8)}
                <span class="call-fraction">{time.slice(8)}</span>
              </span>
            </button>
          </td>
          <td>
            <span class="call-tool">
              <span class={`string-mark string-${toolset}`} aria-hidden="true" />
              <span class="call-name">{tool}</span>
            </span>
          </td>
          <td class="call-caller">
            <bdi>{subject ?? client}</bdi>
          </td>
          <td>
            <Outcome call={call} />
          </td>
          <td class="number call-took">{duration(ms)}</td>
          <td class="number call-size">{size_in.toLocaleString('en')}</td>
          <td class="number call-size">{size_out.toLocaleString('en')}</td>
        </tr>
        {isOpen && (
          <tr id={`call-${n}`} class="call-details">
            <td colSpan={COLUMNS}>
              <Details call={call} hasPayloads={hasPayloads} />
            </td>
          </tr>
        )}
      </>
    );
  }, [call, isOpen, isTabStop, hasPayloads, onToggle]);
}

function Outcome({ call: { outcome, code } }: { call: CallSummary }) {
  return (
    <span class={`badge ${outcome === 'ok' ? 'badge-ok' : 'badge-error'}`}>
      {outcome === 'failed' && code ? code : outcome}
    </span>
  );
}

function Details({ call, hasPayloads }: { call: CallSummary; hasPayloads: boolean }) {
  const { at, tool, toolset, client, subject, outcome, code, ms, size_in, size_out } = call;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['When', MOMENT.format(new Date(at))],
    ['Token', subject],
    ['Client', client],
    ['Server', toolset],
    ['Outcome', outcome],
    ['Code', code],
    ['Took', duration(ms)],
    ['Characters', `${size_in.toLocaleString('en')} in, ${size_out.toLocaleString('en')} out`],
  ];
  return (
    <>
      <dl class="facts call-facts">
        {facts.map(
          ([label, value]) =>
            value !== undefined && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
      {hasPayloads ? (
        <div class="call-payloads">
          <Payload title="Arguments" text={call.arguments} />
          <Payload title="Result" text={call.result} />
        </div>
      ) : (
        <p class="muted small">
          Arguments and results are not shown. A server that is started with <code>--console-payloads</code> shows them.
        </p>
      )}
      {toolset && (
        <a class="button small" href={hrefTo('tools', [tool])}>
          Try {tool}
        </a>
      )}
    </>
  );
}

function Payload({ title, text }: { title: string; text: string | undefined }) {
  return (
    <div>
      <h3>{title}</h3>
      {text ? (
        <pre class="code" tabIndex={0} dir="auto" aria-label={title}>
          {text}
        </pre>
      ) : (
        <p class="muted small">none</p>
      )}
    </div>
  );
}
