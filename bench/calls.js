let counter = 0;

/** One call, made anew each time and checked, so that neither a broken nor a forgetful server can look fast. */
export async function checkedCall(client, row, padding) {
  const { arguments: args, isRight } = row.ask(counter++);
  const result = await client.request('tools/call', { name: row.tool, arguments: { ...args, ...padding } });
  if (result.isError || !isRight(result.content?.[0]?.text ?? '')) {
    const asked = JSON.stringify(args).slice(0, 200);
    throw new Error(`${row.name}: ${row.tool} of ${asked} answered ${JSON.stringify(result).slice(0, 500)}`);
  }
}

/** Calls one after the other; gives the latency of each in milliseconds. */
export async function callSequentially(client, row, count, padding) {
  const latencies = new Float64Array(count);
  for (let index = 0; index < count; index++) {
    const started = performance.now();
    await checkedCall(client, row, padding);
    latencies[index] = performance.now() - started;
  }
  return latencies;
}

/** Keeps `width` calls in flight until `count` are answered; gives the elapsed milliseconds. */
export async function callInFlight(client, row, count, width) {
  let left = count;
  const lane = async () => {
    while (left-- > 0) await checkedCall(client, row);
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: width }, lane));
  return performance.now() - started;
}
