import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../harness/random.ts';
import { QUARTET } from '../../harness/server-process.ts';
import { Ground } from './ground.ts';
import { HttpVictim } from './http-victim.ts';
import { StdioVictim } from './stdio-victim.ts';
import type { Victim } from './victim.ts';

const TRANSPORTS = ['stdio', 'http'] as const;
const TIME_LIMITS = [0.001, 0.01, 0.1, 1];
const LONGEST_WAIT_MS = 300;

type Transport = (typeof TRANSPORTS)[number];

/** How a call is interrupted; what the server must be told for it; whether a stdio server ends by it. */
interface Way {
  readonly name: string;
  readonly options?: readonly string[];
  readonly isFinal?: boolean;
  interrupt(victim: Victim): void | Promise<void>;
}

export const WAYS: readonly Way[] = [
  { name: 'cancelled', interrupt: (victim) => victim.cancel() },
  { name: 'client gone', isFinal: true, interrupt: (victim) => victim.leave() },
  { name: 'output closed', isFinal: true, interrupt: (victim) => victim.closeOutput() },
  ...TIME_LIMITS.map((seconds) => ({
    name: `limit of ${seconds} s`,
    options: ['--time-limit', String(seconds)],
    interrupt() {},
  })),
];

/**
 * Interrupts every tool in every way at random moments, over both transports at once. After each time the server must answer a ping,
 * or have ended as it should; at the end the library must be in order. Gives the number of rounds.
 */
export async function interruptions(passes: number, seed: number, program = QUARTET): Promise<number> {
  const random = new Random(seed);
  const ground = new Ground(random);
  let rounds = 0;
  const overEach = async (transport: Transport) => {
    for (const way of WAYS) {
      const series = new Series(transport, way, ground, random, program);
      for (let pass = 0; pass < passes; pass++) {
        const tools = await series.everyTool();
        rounds += tools;
      }
      await series.end();
    }
  };
  try {
    const ends = await Promise.allSettled(TRANSPORTS.map(overEach));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    assertInOrder(ground, program);
    return rounds;
  } finally {
    ground.remove();
  }
}

/** Rounds of one kind, on one server for as long as it lives. */
class Series {
  #victim: Victim | undefined;

  constructor(
    private readonly transport: Transport,
    private readonly way: Way,
    private readonly ground: Ground,
    private readonly random: Random,
    private readonly program: string,
  ) {}

  async everyTool(): Promise<number> {
    const tools = Object.entries(this.ground.calls);
    for (const [tool, args] of tools) {
      try {
        await this.#round(tool, args());
      } catch (error) {
        throw new Error(`${this.transport}, ${tool}, ${this.way.name}: ${String(error)}`, { cause: error });
      }
    }
    return tools.length;
  }

  async end(): Promise<void> {
    try {
      await this.#victim?.stop();
    } catch (error) {
      throw new Error(`${this.transport}, ${this.way.name}, at the end: ${String(error)}`, { cause: error });
    }
  }

  async #round(tool: string, args: object): Promise<void> {
    this.#victim ??= await this.#start();
    const victim = this.#victim;
    victim.begin(tool, args);
    await this.#aMoment();
    await this.way.interrupt(victim);
    if (this.transport === 'stdio' && this.way.isFinal) this.#victim = undefined;
    else await victim.ping();
  }

  async #start(): Promise<Victim> {
    const { options, env } = this.ground;
    const told = [...options, ...(this.way.options ?? [])];
    const victim =
      this.transport === 'stdio'
        ? new StdioVictim(told, env, this.program)
        : await HttpVictim.start(told, env, this.program);
    await victim.ping();
    return victim;
  }

  /** Short ones are as likely as long ones; none at all is possible. */
  async #aMoment(): Promise<void> {
    const ms = Math.floor(LONGEST_WAIT_MS ** (this.random.below(1000) / 1000)) - 1;
    if (ms > 0) await sleep(ms);
  }
}

function assertInOrder({ library }: Ground, program: string): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'books', 'verify', '--root', library], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`verify: ${stdout}${stderr}`);
}
