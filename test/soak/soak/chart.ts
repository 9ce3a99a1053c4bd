import { MEASURES, type Measure, type Sample } from './measures.ts';
import { type Judged, judge, pointsOf } from './verdict.ts';

export interface Series {
  readonly name: string;
  readonly samples: readonly Sample[];
}

const PANEL = { width: 460, height: 176, left: 58, right: 22, top: 58, bottom: 40 };
const COLUMNS = 2;
const HEAD = 92;
const WIDTH = COLUMNS * (PANEL.left + PANEL.width + PANEL.right);
const STEP = PANEL.top + PANEL.height + PANEL.bottom;

const STYLE = `
  svg { --paper: #ffffff; --ink: #1c2430; --soft: #5b6675; --grid: #e3e7ec; --judged: #f3f5f8; --s0: #1f6fd6; --s1: #c2570c; --bad: #c01c28 }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #14181f; --ink: #e8ecf2; --soft: #9aa6b5; --grid: #2b323d; --judged: #1b212b; --s0: #6aaeff; --s1: #ff9d57; --bad: #ff7b85 }
  }
  text { font: 13px system-ui, sans-serif; fill: var(--soft) }
  .title { font-size: 20px; font-weight: 600; fill: var(--ink) }
  .name { font-size: 15px; font-weight: 600; fill: var(--ink) }
  .right { text-anchor: end } .middle { text-anchor: middle }
  .grid { stroke: var(--grid); stroke-width: 1 }
  .line { fill: none; stroke-width: 1.6; stroke-linejoin: round }
  .trend { stroke-width: 2.4; stroke-dasharray: 7 5; stroke-linecap: round }
  .s0 { stroke: var(--s0) } .s1 { stroke: var(--s1) } .t0 { fill: var(--s0) } .t1 { fill: var(--s1) } .bad { fill: var(--bad); font-weight: 600 }`;

/** The run as a picture: a panel a measure, a line a server, the judged half shaded, with its trend. */
export function chart(title: string, subtitle: string, series: readonly Series[]): string {
  const panels = MEASURES.filter(({ key }) => series.some(({ samples }) => pointsOf(samples, key).length > 1));
  const height = HEAD + Math.ceil(panels.length / COLUMNS) * STEP + 8;
  const seconds = Math.max(1, ...series.flatMap(({ samples }) => samples.map((sample) => sample.seconds)));
  const judgements = series.map(({ samples }) => judge(samples));
  const drawn = panels.map((measure, index) => {
    const x = (index % COLUMNS) * (WIDTH / COLUMNS) + PANEL.left;
    const y = HEAD + Math.floor(index / COLUMNS) * STEP + PANEL.top;
    return `<g transform="translate(${x} ${y})">${panel(measure, series, judgements, seconds)}</g>`;
  });
  const keys = series.map(
    ({ name }, index) =>
      `<g transform="translate(${PANEL.left + index * 150} 74)"><path class="line s${index}" d="M0 -5h26" stroke-width="3"/><text x="34">${escaped(name)}</text></g>`,
  );
  const hint = `<text x="${PANEL.left + series.length * 150}" y="74">shaded: the half that is judged; dashed: its trend</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title><desc>${escaped(subtitle)}</desc><style>${STYLE}</style>
<rect width="${WIDTH}" height="${height}" style="fill:var(--paper)"/>
<text class="title" x="${PANEL.left}" y="30">${escaped(title)}</text><text x="${PANEL.left}" y="51">${escaped(subtitle)}</text>
${keys.join('')}${hint}
${drawn.join('\n')}
</svg>
`;
}

function panel(measure: Measure, series: readonly Series[], judgements: readonly Judged[][], seconds: number): string {
  const lines = series.map(({ samples }) => pointsOf(samples, measure.key));
  const ticks = ticksUpTo(Math.max(1, ...lines.flat().map(([, value]) => value)));
  const top = ticks.at(-1) as number;
  const x = (at: number) => round((at / seconds) * PANEL.width);
  // A line that falls may end below nothing.
  const y = (value: number) => round(PANEL.height * (1 - Math.min(1, Math.max(0, value / top))));
  const grid = ticks.map(
    (tick) =>
      `<path class="grid" d="M0 ${y(tick)}h${PANEL.width}"/><text class="right" x="-8" y="${y(tick) + 4}">${label(tick)}</text>`,
  );
  const [unit, per] = seconds >= 180 ? ['minutes', 60] : ['seconds', 1];
  const times = ticksUpTo(seconds / per, true).map(
    (tick) => `<text class="middle" x="${x(tick * per)}" y="${PANEL.height + 18}">${label(tick)}</text>`,
  );
  const verdicts = judgements.flatMap((all, index) => {
    const one = all.find((judged) => judged.measure.key === measure.key);
    return one ? [verdictText(one, index)] : [];
  });
  const trends = judgements.flatMap((all, index) =>
    all
      .filter((judged) => judged.measure.key === measure.key)
      .map(
        ({ trend: [from, to] }) =>
          `<path class="line trend s${index}" d="M${x(from[0])} ${y(from[1])}L${x(to[0])} ${y(to[1])}"/>`,
      ),
  );
  const judgedFrom = Math.min(seconds, ...judgements.flat().map(({ trend }) => trend[0][0]));
  return [
    `<rect x="${x(judgedFrom)}" width="${round(PANEL.width - x(judgedFrom))}" height="${PANEL.height}" style="fill:var(--judged)"/>`,
    `<text class="name" y="-32">${measure.title} (${measure.unit || 'number'})</text>`,
    ...verdicts,
    ...grid,
    ...times,
    `<text class="middle" x="${PANEL.width / 2}" y="${PANEL.height + 35}">${unit}</text>`,
    ...lines.map((points, index) => `<path class="line s${index}" d="${pathOf(points, x, y)}"/>`),
    ...trends,
  ].join('');
}

function verdictText({ growth, bound, isFlat, measure }: Judged, index: number): string {
  const amount = `${growth < 0 ? '−' : '+'}${Math.abs(growth).toFixed(1)}${measure.unit && ` ${measure.unit}`}`;
  const text = `${isFlat ? 'flat' : 'GROWS'}: ${amount}, allowed ${bound.toFixed(0)}`;
  return `<text class="${isFlat ? `t${index}` : 'bad'}" x="${index * 230}" y="-13">${text}</text>`;
}

function pathOf(
  points: readonly (readonly [number, number])[],
  x: (at: number) => number,
  y: (value: number) => number,
): string {
  return points.map(([at, value], index) => `${index === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join('');
}

/** Round numbers from 0 on, three to six of them; the last is not below the highest value, or with `inside` not above it. */
function ticksUpTo(highest: number, inside = false): number[] {
  const rough = highest / (inside ? 6 : 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const count = inside ? Math.floor(highest / step + 1e-9) : Math.ceil(highest / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

function label(tick: number): string {
  return Number(tick.toPrecision(4)).toLocaleString('en');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
