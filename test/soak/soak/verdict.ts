import { MEASURES, type Measure, type MeasureKey, type Sample } from './measures.ts';

export interface Judged {
  readonly measure: Measure;
  /** The line through the second half: where it begins and ends, as [seconds, value]. */
  readonly trend: readonly [readonly [number, number], readonly [number, number]];
  /** By how much the line rises, and by how much it may. */
  readonly growth: number;
  readonly bound: number;
  readonly isFlat: boolean;
}

const LEAST_SAMPLES = 5;

/** Judges every measure of a server that was taken often enough. */
export function judge(samples: readonly Sample[]): Judged[] {
  return MEASURES.flatMap((measure) => {
    const points = pointsOf(samples, measure.key);
    const half = points.slice(Math.floor(points.length / 2));
    return half.length < LEAST_SAMPLES ? [] : [judged(measure, half)];
  });
}

export function pointsOf(samples: readonly Sample[], key: MeasureKey): (readonly [seconds: number, value: number])[] {
  return samples.flatMap((sample) => (sample[key] === undefined ? [] : [[sample.seconds, sample[key]] as const]));
}

function judged(measure: Measure, half: readonly (readonly [number, number])[]): Judged {
  const slope = medianSlope(half);
  const middle = [median(half.map(([at]) => at)), median(half.map(([, value]) => value))] as const;
  const at = (seconds: number) => [seconds, middle[1] + slope * (seconds - middle[0])] as const;
  const [start, end] = [at(half[0]?.[0] ?? 0), at(half.at(-1)?.[0] ?? 0)];
  const growth = end[1] - start[1];
  const bound = Math.max(measure.most, measure.share * start[1]);
  return { measure, trend: [start, end], growth, bound, isFlat: growth <= bound };
}

/** The slope of Theil and Sen: the median over all pairs, which a few outliers and the teeth of a garbage collector do not move. */
function medianSlope(points: readonly (readonly [number, number])[]): number {
  const slopes = points.flatMap(([x, y], index) =>
    points.slice(index + 1).flatMap(([x2, y2]) => (x2 > x ? [(y2 - y) / (x2 - x)] : [])),
  );
  return slopes.length === 0 ? 0 : median(slopes);
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
