import { useEffect, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';

const HEIGHT = 160;
const DARK = matchMedia('(prefers-color-scheme: dark)');

export interface ChartSeries {
  readonly label: string;
  /** The name of a colour among the page's variables. */
  readonly colour: string;
  readonly values: readonly (number | null)[];
}

export interface ChartProps {
  readonly kind: 'bars' | 'lines';
  /** Where each value stands, in seconds. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
  /** What the picture shows, for those who do not see it. */
  readonly inWords: string;
  readonly format: (value: number) => string;
}

/** A small chart on a canvas. Its library is loaded with the first one. */
export function Chart(props: ChartProps) {
  const { times, series, inWords } = props;
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const isDark = useDark();
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let isGone = false;
    const resize = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height: HEIGHT }));
    const make = async () => {
      giveLanguage();
      const { default: UPlot } = await import('uplot');
      if (isGone) return;
      plot.current = new UPlot(optionsOf(UPlot, latest.current, element), dataOf(latest.current), element);
      resize.observe(element);
    };
    make().catch(() => setFailed(true));
    return () => {
      isGone = true;
      resize.disconnect();
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [isDark]);

  useEffect(() => plot.current?.setData(dataOf(latest.current)), [times, series]);
  if (failed) return <p class="muted">{inWords}</p>;
  return <div ref={place} class="chart" role="img" aria-label={inWords} />;
}

/** A browser in the POSIX locale calls its language `en-US@posix`, and the library gives up at that. */
function giveLanguage(): void {
  try {
    new Intl.NumberFormat(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
  }
}

function dataOf({ times, series }: ChartProps): uPlot.AlignedData {
  return [times, ...series.map(({ values }) => values)] as unknown as uPlot.AlignedData;
}

function optionsOf(UPlot: typeof uPlot, { kind, series, format }: ChartProps, element: HTMLElement): uPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const font = `12px ${style.fontFamily}`;
  const axis = { stroke: colour('--muted'), font, ticks: { show: false }, gap: 6 };
  const grid = { stroke: colour('--line'), width: 1 };
  const bars = UPlot.paths.bars?.({ size: [0.7, 24], align: 0 });
  return {
    width: element.clientWidth,
    height: HEIGHT,
    padding: [8, 20, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { range: (_, least, most) => (kind === 'bars' ? [least - 30, most + 30] : [least, most]) },
      y: { range: (_, __, most) => [0, Math.max(1, most * 1.1)] },
    },
    axes: [
      { ...axis, grid: { show: false }, size: 26, space: 60, values: (_, splits) => splits.map(clock) },
      {
        ...axis,
        grid,
        size: kind === 'bars' ? 48 : 60,
        space: 36,
        values: (_, splits) => splits.map((value) => (value === null ? '' : format(value))),
        ...(kind === 'bars' && { incrs: WHOLE_STEPS }),
      },
    ],
    series: [
      {},
      ...series.map(({ label, colour: name }) => ({
        label,
        stroke: colour(name),
        width: kind === 'bars' ? 0 : 2,
        ...(kind === 'bars' && bars ? { fill: colour(name), paths: bars } : {}),
        points: { show: kind === 'lines', size: 5, fill: colour(name) },
      })),
    ],
  };
}

/** There are no half calls. */
const WHOLE_STEPS = [1, 2, 5]
  .flatMap((step) => Array.from({ length: 7 }, (_, power) => step * 10 ** power))
  .sort((a, b) => a - b);

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
export const clock = (seconds: number) => CLOCK.format(seconds * 1000);

function useDark(): boolean {
  const [isDark, setDark] = useState(DARK.matches);
  useEffect(() => {
    const onChange = () => setDark(DARK.matches);
    DARK.addEventListener('change', onChange);
    return () => DARK.removeEventListener('change', onChange);
  }, []);
  return isDark;
}
