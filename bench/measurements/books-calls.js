import { readFileSync, writeFileSync } from 'node:fs';

/** A server for one piece of work. */
export async function withServer(start, work) {
  const client = await start();
  try {
    return await work(client);
  } finally {
    await client.stop();
  }
}

/** The structured result of a call that must succeed. */
export async function call(client, name, args) {
  const result = await client.request('tools/call', { name, arguments: args });
  if (result.isError) throw new Error(`${name}: ${result.content[0].text}`);
  return result.structuredContent;
}

export async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Lets the system count the peak anew; gives what it was, in MB. */
export function watchPeak(client) {
  const { pid } = client.process;
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
