// Pings a server every 25 ms, whether earlier pings have been answered or not, and beside it a bare server that nobody attacks, until its
// input ends: `node honest-client.js URL TOKEN [LOCAL_ADDRESS]`. Prints one JSON line.
import { fork } from 'node:child_process';
import { Agent, createServer, request } from 'node:http';

const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
const EVERY_MS = 25;
const LOST_AFTER_MS = 20_000;

function serveBare() {
  const server = createServer((incoming, outgoing) => {
    incoming.resume().on('end', () => outgoing.end(PING));
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address().port));
  process.once('disconnect', () => process.exit());
}

async function pingBoth(url, token, localAddress) {
  const bare = fork(process.argv[1], ['--bare']);
  const port = await new Promise((resolve) => bare.once('message', resolve));
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${token}`,
  };
  const served = new Pinger(url, { headers, localAddress });
  const unattacked = new Pinger(`http://127.0.0.1:${port}/`, { headers });
  await served.once();
  process.stdout.write('ready\n');
  const timer = setInterval(() => {
    void served.once();
    void unattacked.once();
  }, EVERY_MS);
  await new Promise((resolve) => process.stdin.resume().once('end', resolve));
  clearInterval(timer);
  await Promise.all([...served.running, ...unattacked.running]);
  const [at, bareAt] = [served.percentile, unattacked.percentile];
  const { count, lost, why } = served;
  const report = { count, lost, p50Ms: at(0.5), p99Ms: at(0.99), bareP99Ms: bareAt(0.99), why: [...why] };
  process.stdout.write(`${JSON.stringify(report)}\n`);
  bare.disconnect();
  process.exit();
}

class Pinger {
  count = 0;
  lost = 0;
  why = new Set();
  running = new Set();
  #times = [];

  constructor(url, options) {
    this.url = url;
    this.options = { ...options, method: 'POST', agent: new Agent({ keepAlive: true, maxSockets: 16 }) };
  }

  percentile = (share) => {
    const sorted = Float64Array.from(this.#times).sort();
    return Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  };

  once() {
    const ping = this.#ping().finally(() => this.running.delete(ping));
    this.running.add(ping);
    return ping;
  }

  async #ping() {
    const started = performance.now();
    const trouble = await this.#send();
    this.count++;
    this.#times.push(performance.now() - started);
    if (trouble === undefined) return;
    this.lost++;
    this.why.add(trouble);
  }

  #send() {
    return new Promise((resolve) => {
      const sent = request(this.url, this.options, (response) => {
        response.on('error', (error) => resolve(error.message));
        response.resume().on('end', () => resolve(response.statusCode === 200 ? undefined : `${response.statusCode}`));
      });
      const impatience = setTimeout(() => sent.destroy(new Error('no answer')), LOST_AFTER_MS);
      sent.on('close', () => clearTimeout(impatience));
      // A connection that was idle may have been closed just now: a client asks again.
      sent.on('error', (error) =>
        resolve(sent.reusedSocket && error.code === 'ECONNRESET' ? this.#send() : error.message),
      );
      sent.end(PING);
    });
  }
}

if (process.argv[2] === '--bare') serveBare();
else await pingBoth(process.argv[2], process.argv[3], process.argv[4]);
