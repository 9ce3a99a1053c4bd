import { readFileSync } from 'node:fs';

/** Resident memory of a process in MB; not a number where the system does not tell. */
export function residentMb(pid) {
  return statusMb(pid, 'VmRSS');
}

/** The most that it ever was. */
export function peakMb(pid) {
  return statusMb(pid, 'VmHWM');
}

function statusMb(pid, field) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
