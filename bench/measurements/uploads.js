import { request } from 'node:http';
import { fixed, thousands } from '../report/table.js';
import { peakMb } from '../resident-memory.js';
import { interleave } from '../rounds.js';
import { median } from '../statistics.js';

/** What many uploads at once take. A row has `serve`, the number of uploads as `count` and their size as `bytes`. */
export function uploads(mostRounds) {
  return {
    id: 'uploads',
    title: 'Memory',

    run: (rows, effort) =>
      interleave(rows, Math.min(effort.rounds, mostRounds), 'uploads', async ({ serve, count, bytes }) => {
        const client = await serve();
        const idleMb = client.residentMb();
        const started = performance.now();
        const outcomes = await uploadAll(client.url, count, bytes);
        const ms = performance.now() - started;
        const mb = peakMb(client.process.pid);
        await client.stop();
        return { idleMb, mb, ms, stored: outcomes.filter((outcome) => outcome === 'stored').length };
      }),

    report: (rows, samples) => ({
      about: `A new server each round. All are sent at once, each over a connection of its own; who is asked to come again later is counted as turned away. The peak is what the system counts (VmHWM). ${samples[rows[0].name].length} rounds.`,
      columns: ['', 'idle MB', 'peak MB', 'stored', 'turned away', 'ms'],
      lines: rows.map(({ name, count }) => {
        const of = (figure) => median(samples[name].map((sample) => sample[figure]));
        return [
          name,
          fixed(of('idleMb'), 0),
          fixed(of('mb'), 0),
          of('stored'),
          count - of('stored'),
          thousands(of('ms')),
        ];
      }),
    }),
  };
}

function uploadAll(url, count, bytes) {
  const data = Buffer.from(Buffer.alloc(bytes, 'picture').toString('base64'));
  return Promise.all(Array.from({ length: count }, (_, at) => upload(url, at, data)));
}

/** Sends the same bytes for all, so that this side needs no memory for each. Gives `stored` or `turned away`. */
function upload(url, at, data) {
  const params = {
    name: 'upload_asset',
    arguments: { book_id: 'sample-book', asset_type: 'img', filename: `${at}.png`, binary_data: '' },
  };
  const [head, tail] = JSON.stringify({ method: 'tools/call', params, jsonrpc: '2.0', id: at }).split(
    '"binary_data":"',
  );
  const start = `${head}"binary_data":"`;
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'Content-Length': start.length + data.length + tail.length,
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        if (response.statusCode === 200 && !text.includes('"isError":true')) resolve('stored');
        else if ([429, 503].includes(response.statusCode) || text.includes('etryable')) resolve('turned away');
        else reject(new Error(`upload_asset: ${response.statusCode} ${text.slice(0, 300)}`));
      });
    });
    // Who turns a request away may do so before it has been sent.
    sent.on('error', (error) =>
      ['EPIPE', 'ECONNRESET'].includes(error.code) ? resolve('turned away') : reject(error),
    );
    sent.write(start);
    sent.write(data);
    sent.end(tail);
  });
}
