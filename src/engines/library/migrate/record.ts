import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../../../lib/errno.ts';

/** That two objects were seen to hold the same bytes. */
export interface Agreement {
  readonly key: string;
  readonly source: string;
  readonly target: string;
}

/** Remembers which objects have arrived, so that a migration that was interrupted does not read them again. */
export class MigrationRecord {
  readonly #agreed = new Map<string, Agreement>();

  private constructor(private readonly file: string | undefined) {}

  /** Reads a record; without a file nothing outlives the run. */
  static async open(file: string | undefined): Promise<MigrationRecord> {
    const record = new MigrationRecord(file);
    const text = file === undefined ? '' : await readFile(file, 'utf8').catch(unlessMissing);
    for (const line of text.split('\n')) {
      const agreement = readLine(line);
      if (agreement) record.#agreed.set(agreement.key, agreement);
    }
    return record;
  }

  of(key: string): Agreement | undefined {
    return this.#agreed.get(key);
  }

  async add(agreement: Agreement): Promise<void> {
    this.#agreed.set(agreement.key, agreement);
    if (this.file === undefined) return;
    await mkdir(dirname(this.file), { recursive: true });
    await appendFile(this.file, `${JSON.stringify(agreement)}\n`);
  }
}

/** The last line may have been cut off when the process was killed. */
function readLine(line: string): Agreement | undefined {
  try {
    const { key, source, target } = JSON.parse(line) as Record<string, unknown>;
    return typeof key === 'string' && typeof source === 'string' && typeof target === 'string'
      ? { key, source, target }
      : undefined;
  } catch {
    return undefined;
  }
}

function unlessMissing(error: unknown): string {
  if (codeOf(error) !== 'ENOENT') throw error;
  return '';
}
