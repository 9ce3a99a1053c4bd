import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** moto, an S3 that somebody else has written (in Python), as a process of its own. */
export class Moto {
  private constructor(
    private readonly child: ChildProcess,
    readonly endpoint: string,
  ) {}

  static get isInstalled(): boolean {
    return spawnSync('moto_server', ['--help'], { stdio: 'ignore' }).status === 0;
  }

  static async start(bucket: string): Promise<Moto> {
    const port = await freePort();
    const child = spawn('moto_server', ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
    const moto = new Moto(child, `http://127.0.0.1:${port}`);
    for (let wait = 0; wait < 150; wait++) {
      const made = await fetch(`${moto.endpoint}/${bucket}`, { method: 'PUT' }).catch(() => undefined);
      if (made?.ok) return moto;
      await sleep(200);
    }
    await moto.stop();
    throw new Error('moto does not start');
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = new Promise((done) => this.child.once('close', done));
    this.child.kill();
    await ended;
  }
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}
