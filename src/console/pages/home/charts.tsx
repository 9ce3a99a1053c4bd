import { useMemo, useState } from 'preact/hooks';
import { useServer } from '../../server.tsx';
import { duration } from '../../ui/format.ts';
import { type Activity, activityOf, callsInWords, minutesOf, timesInWords } from './activity.ts';
import { Chart, type ChartProps, clock } from './chart.tsx';

/** How many calls there were in the last half hour, and how long they took. */
export function Charts() {
  const { state, calls } = useServer();
  const figures = state?.minutes;
  const now = state === undefined ? Date.now() : Date.parse(state.at);
  const activity = useMemo(() => activityOf(figures ?? minutesOf(calls), now), [figures, figures ? null : calls, now]);
  const bars = useMemo(() => barsOf(activity), [activity]);
  const lines = useMemo(() => linesOf(activity), [activity]);
  return (
    <section aria-labelledby="activity">
      <h2 id="activity">The last half hour</h2>
      <div class="grid">
        <Figure title="Calls per minute" chart={bars}>
          <Figures activity={activity} columns={['ok', 'failed']} format={String} />
        </Figure>
        <Figure title="Time of a call" chart={lines}>
          <Figures activity={activity} columns={['p50', 'p95']} format={duration} />
        </Figure>
      </div>
    </section>
  );
}

/** The failed stand in front of all, so that the rest of a bar are those that worked. */
function barsOf(activity: Activity): ChartProps {
  const all = activity.ok.map((count, at) => count + (activity.failed[at] ?? 0));
  return {
    kind: 'bars',
    times: activity.minutes,
    series: [
      { label: 'worked', colour: '--accent', values: all },
      { label: 'did not work', colour: '--error', values: activity.failed },
    ],
    inWords: callsInWords(activity),
    format: (value) => value.toLocaleString('en'),
  };
}

function linesOf(activity: Activity): ChartProps {
  return {
    kind: 'lines',
    times: activity.minutes,
    series: [
      { label: 'half of the calls (p50)', colour: '--accent', values: activity.p50 },
      { label: '95 % of the calls (p95)', colour: '--warning', values: activity.p95 },
    ],
    inWords: timesInWords(activity),
    format: shortTime,
  };
}

interface FigureProps {
  readonly title: string;
  readonly chart: ChartProps;
  readonly children: preact.ComponentChildren;
}

function Figure({ title, chart, children }: FigureProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <figure class="card chart-card">
      <figcaption>
        <h3>{title}</h3>
        <ul class="chart-legend">
          {chart.series.map(({ label, colour }) => (
            <li key={label}>
              <span class={`chart-mark chart-mark${colour}`} aria-hidden="true" />
              {label}
            </li>
          ))}
        </ul>
      </figcaption>
      <Chart {...chart} />
      <details class="chart-figures" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Figures</summary>
        {isOpen && children}
      </details>
    </figure>
  );
}

type Column = 'ok' | 'failed' | 'p50' | 'p95';
const COLUMN_WORDS: Readonly<Record<Column, string>> = { ok: 'Worked', failed: 'Did not', p50: 'p50', p95: 'p95' };

interface FiguresProps {
  readonly activity: Activity;
  readonly columns: readonly Column[];
  readonly format: (value: number) => string;
}

/** The minutes in which there were calls. */
function Figures({ activity, columns, format }: FiguresProps) {
  const rows = activity.minutes.flatMap((minute, at) => (activity.p50[at] === null ? [] : [{ minute, at }])).reverse();
  if (rows.length === 0) return <p class="muted small">There were no calls.</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Minute</th>
          {columns.map((column) => (
            <th key={column} scope="col" class="number">
              {COLUMN_WORDS[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ minute, at }) => (
          <tr key={minute}>
            <th scope="row">{clock(minute)}</th>
            {columns.map((column) => (
              <td key={column} class="number">
                {format(activity[column][at] ?? 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function shortTime(ms: number): string {
  return ms < 1000 ? `${Number(ms.toPrecision(2))} ms` : `${Number((ms / 1000).toPrecision(2))} s`;
}
