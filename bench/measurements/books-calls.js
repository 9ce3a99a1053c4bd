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

/** Milliseconds until the answer to a call is in, as rg's output is when it has ended: neither is parsed. */
export async function timeToAnswer(client, tool, args) {
  const started = performance.now();
  const line = await client.requestLine('tools/call', { name: tool, arguments: args });
  const elapsed = performance.now() - started;
  const { result } = JSON.parse(line);
  if (result === undefined || result.isError) throw new Error(`${tool} failed: ${line.slice(0, 500)}`);
  return elapsed;
}

/** Lets the system count the peak anew; gives what it was, in MB. */
export function watchPeak(client) {
  const { pid } = client.process;
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
