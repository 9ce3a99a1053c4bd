const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** 12.3 kB */
export function bytes(count: number): string {
  const step = count < 1000 ? 0 : Math.min(Math.floor(Math.log10(count) / 3), UNITS.length - 1);
  const value = count / 1000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[step]}`;
}

/** 0.42 ms, 12 ms, 1.3 s */
export function duration(ms: number): string {
  if (ms < 1) return `${ms.toFixed(2)} ms`;
  if (ms < 100) return `${ms.toFixed(1)} ms`;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}

/** just now, 5 min ago, 3 days ago */
export function ago(moment: string | number | Date, now = Date.now()): string {
  const seconds = Math.max(0, (now - new Date(moment).getTime()) / 1000);
  if (seconds < 45) return 'just now';
  for (const [size, word] of STEPS) {
    const count = Math.floor(seconds / size + 0.25);
    if (count >= 1) return `${count} ${word}${count === 1 ? '' : word === 'min' ? '' : 's'} ago`;
  }
  return '1 min ago';
}

const STEPS: readonly (readonly [number, string])[] = [
  [365 * 86_400, 'year'],
  [30 * 86_400, 'month'],
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'min'],
];

/** A count with its word: 1 file, 2 files. */
export function counted(count: number, word: string, plural = `${word}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? word : plural}`;
}
