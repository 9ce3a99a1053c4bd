import { execFileSync } from 'node:child_process';

const allowed = allowedCores();
const separable = allowed.length > 1;

/** Says in the results what `onOwnCores` did. */
export const CORES_NOTE = separable
  ? 'While calls are measured, client and server keep to a core each.'
  : 'Client and server are not kept to cores of their own here, so latencies depend on where the system puts them.';

/**
 * Runs `work` with the main threads of client and server on a core each. Left alone, the system sometimes puts both on
 * the same core, which makes a sequential call three times faster and the throughput half.
 */
export async function onOwnCores(client, work) {
  if (!separable) return work();
  const [first, second] = allowed;
  keepTo(process.pid, first);
  keepTo(client.process.pid, second);
  try {
    return await work();
  } finally {
    // The next server would inherit it.
    keepTo(process.pid, allowed.join(','));
  }
}

function keepTo(pid, cores) {
  execFileSync('taskset', ['-cp', String(cores), String(pid)], { stdio: 'ignore' });
}

/** The numbers of the cores this process may use; none where the system has no `taskset`. */
function allowedCores() {
  try {
    const answer = execFileSync('taskset', ['-cp', String(process.pid)], { encoding: 'utf8', stdio: 'pipe' });
    return answer.split(': ')[1].trim().split(',').flatMap(range);
  } catch {
    return [];
  }
}

function range(text) {
  const [from, to = from] = text.split('-').map(Number);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
