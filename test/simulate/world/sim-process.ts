import type { Timer, World } from '../../../src/lib/world.ts';
import type { Happens, Scheduler } from './scheduler.ts';

const EPOCH_MS = Date.UTC(2030, 0, 1);

/** A process on a machine of the simulation, as it sees the world. When it dies, nothing it waits for comes any more. */
export class SimProcess implements World, Happens {
  isAlive = true;
  stoppedUntil = 0;
  readonly ended: Promise<void>;
  #end: () => void = () => {};

  constructor(
    readonly name: string,
    readonly scheduler: Scheduler,
  ) {
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  kill(): void {
    this.isAlive = false;
    this.#end();
  }

  now = (): number => EPOCH_MS + Math.floor(this.scheduler.time);
  monotonic = (): number => this.scheduler.time;
  random = (): number => this.scheduler.chance.fraction();
  uuid = (): string => this.scheduler.chance.uuid();

  wait(ms: number, label: string): Promise<void> {
    return this.scheduler.wait(ms, this, label);
  }

  /** Does nothing for a while. */
  async stop(ms: number): Promise<void> {
    if (ms === 0) return;
    this.stoppedUntil = this.scheduler.time + ms;
    await this.wait(0, 'goes on');
  }

  sleep(ms: number): Promise<void> {
    return this.wait(ms, 'sleep');
  }

  turn(): Promise<void> {
    return this.wait(0, 'turn');
  }

  after(ms: number, work: () => void): Timer {
    return { cancel: this.scheduler.after(ms, this, 'timer', work) };
  }

  every(ms: number, work: () => void): Timer {
    let cancel = () => {};
    const again = () => {
      cancel = this.scheduler.after(ms, this, 'interval', () => {
        again();
        work();
      });
    };
    again();
    return { cancel: () => cancel() };
  }
}
