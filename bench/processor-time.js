import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What Linux counts processor time in. */
const TICK_MS = 10;

/** Processor time that a process has taken so far, with all of its threads, in milliseconds. */
export function processorMs(pid) {
  // Its name may have blanks and brackets in it.
  const [, after] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?!.*\) )/s);
  const fields = after.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Processor time that a command takes, in milliseconds. */
export function processorMsOf(command, args, cwd) {
  const script = 'TIMEFORMAT="%U %S"; { time "$0" "$@" >&3 2>&3; } 2>&1 3>/dev/null';
  const { PATH } = process.env;
  const times = execFileSync('bash', ['--norc', '-c', script, command, ...args], {
    cwd,
    env: { PATH },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [user, system] = times.trim().split(' ').map(Number);
  return (user + system) * 1000;
}
