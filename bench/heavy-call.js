import { request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** One call over HTTP on a thread of its own: whoever measures others meanwhile shall not be held up by its answer. */
const { url, tool, args } = workerData;
const body = JSON.stringify({
  method: 'tools/call',
  params: { name: tool, arguments: args },
  jsonrpc: '2.0',
  id: 1,
});
const headers = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  'Content-Length': Buffer.byteLength(body),
};
const started = performance.now();
const sent = request(url, { method: 'POST', headers }, (response) => {
  const chunks = [];
  response.on('data', (chunk) => chunks.push(chunk));
  response.on('end', () => {
    const ms = performance.now() - started;
    const text = Buffer.concat(chunks).toString('latin1');
    const failed = response.statusCode !== 200 || text.includes('"isError":true');
    parentPort.postMessage(failed ? { failure: text.slice(0, 500) } : { ms });
  });
});
sent.on('error', (error) => parentPort.postMessage({ failure: String(error) }));
sent.end(body);
