import { appendFile, mkdir, open, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { codeOf } from '../../../../lib/errno.ts';
import { ConfigurationFailure } from '../../../../lib/failures.ts';
import { staysInside } from './marker.ts';
import type { OutputFile } from './output-file.ts';

export const STAGING = '.quartet-export.tmp';
const OWNER = 'process';
const LOG = 'published';

export interface Staged {
  readonly path: string;
  readonly inputs: string;
  readonly sha256: string;
  readonly file: string;
}

const logLine = z.object({ path: z.string(), inputs: z.string(), sha256: z.string() });
export type Published = z.infer<typeof logLine>;

/** Where files wait until all of them are made, and where is written down which of them went to their places. */
export class Staging {
  readonly #folder: string;
  readonly #staged = new Map<string, Staged>();
  #made = 0;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Begins, and tells what a run before this one had published when it was killed. */
  static async begin(out: string): Promise<{ staging: Staging; published: Published[] }> {
    const folder = join(out, STAGING);
    await refuseCompany(folder);
    const published = await readLog(join(folder, LOG));
    await rm(join(folder, OWNER), { force: true });
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, OWNER), `${process.pid}\n`);
    return { staging: new Staging(folder), published };
  }

  get temporary(): string {
    return join(this.#folder, 'marker');
  }

  staged(path: string): Staged | undefined {
    return this.#staged.get(path);
  }

  /** Makes a file, unless it was made of the same inputs before. */
  async make(output: OutputFile, signal?: AbortSignal): Promise<void> {
    const before = this.#staged.get(output.path);
    if (before?.inputs === output.inputs) return;
    const file = this.#fileOf(this.#made++);
    const handle = await open(file, 'wx+');
    try {
      const sha256 = await output.write(handle, signal);
      this.#staged.set(output.path, { path: output.path, inputs: output.inputs, sha256, file });
    } finally {
      await handle.close().catch(() => undefined);
    }
  }

  drop(path: string): void {
    this.#staged.delete(path);
  }

  /** To be called before a file goes to its place: a run after a crash must know that it is ours. */
  async log({ path, inputs, sha256 }: Staged): Promise<void> {
    await appendFile(join(this.#folder, LOG), `${JSON.stringify({ path, inputs, sha256 })}\n`);
  }

  /** Leaves nothing behind. */
  async end(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Gives up, but leaves a log to the next run. */
  async leave(): Promise<void> {
    await rm(join(this.#folder, OWNER), { force: true });
    for (let at = 0; at < this.#made; at++) await rm(this.#fileOf(at), { force: true });
    // Fails where there is a log.
    await rmdir(this.#folder).catch(() => undefined);
  }

  #fileOf(number: number): string {
    return join(this.#folder, `${process.pid}-${number}`);
  }
}

async function refuseCompany(folder: string): Promise<void> {
  const pid = Number((await readFile(join(folder, OWNER), 'utf8').catch(() => '')).trim());
  if (pid > 0 && pid !== process.pid && isAlive(pid)) {
    throw new ConfigurationFailure(`Another export into this folder is running (process ${pid}). Wait for it.`);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** The last line may be cut. */
async function readLog(file: string): Promise<Published[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    try {
      const told = logLine.safeParse(JSON.parse(line)).data;
      return told && staysInside(told.path) ? told : [];
    } catch {
      return [];
    }
  });
}
