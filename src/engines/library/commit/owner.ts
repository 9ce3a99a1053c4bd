import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from '../../../lib/errno.ts';

/** The processes that use a library, as far as this one can tell. */
export interface Processes {
  /** What this process is called. */
  readonly self: string;
  /** Whether the process behind a name may still be at work; one on another machine may, as far as we know. */
  mayBeAlive(owner: string): boolean;
}

/** The processes of this machine, or of one that is said to be another. */
export function processesOf(host = thisHost()): Processes {
  return { self: thisOwner(host), mayBeAlive: (owner) => mayBeAlive(owner, host) };
}

/** Names this process so that another can tell later whether it is still alive. */
export function thisOwner(host = thisHost()): string {
  return [host, process.pid, startOf(process.pid) ?? ''].join(' ');
}

/** Where numbers of processes mean the same: containers may share a name and still number on their own. */
export function thisHost(): string {
  try {
    return `${hostname()}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** Another one for each start of the machine; undefined where the system does not tell. */
export function bootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

function mayBeAlive(owner: string, here: string): boolean {
  const [host, pid, start] = owner.split(' ');
  if (host !== here) return true;
  const startNow = startOf(Number(pid));
  // The number of a dead process is given away again: only the same start is the same process.
  if (startNow !== undefined) return start === '' || start === startNow;
  return start === '' && canBeSignalled(Number(pid));
}

/** When a process was started, in the system's own ticks; undefined when it is gone or the system does not tell. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has died; its parent just has not asked yet.
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function canBeSignalled(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
