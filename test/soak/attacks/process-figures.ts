import { readFileSync } from 'node:fs';

/** The most memory that a process has had, in megabytes; 0 where the system does not tell. */
export function peakOf(pid: number | undefined): number {
  if (process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

/** Tells by how much a process is slowed down from now on, because others have the processor while it could work. */
export function stretchOf(pid: number | undefined): () => number {
  const look = () => {
    try {
      return readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ').map(Number);
    } catch {
      return [1, 0];
    }
  };
  const [ranBefore = 0, waitedBefore = 0] = look();
  return () => {
    const [ran = 1, waited = 0] = look();
    return Math.round((1 + (waited - waitedBefore) / Math.max(1, ran - ranBefore)) * 10) / 10;
  };
}
