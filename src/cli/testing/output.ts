/** Runs something in this process and keeps what it writes to stdout and stderr. */
export async function captured<T>(action: () => Promise<T>): Promise<{ value: T; stdout: string; stderr: string }> {
  const said = { stdout: '', stderr: '' };
  const writes = { stdout: process.stdout.write, stderr: process.stderr.write };
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (chunk: string | Uint8Array) => {
      said[name] += String(chunk);
      return true;
    };
  }
  try {
    return { value: await action(), ...said };
  } finally {
    process.stdout.write = writes.stdout;
    process.stderr.write = writes.stderr;
  }
}
