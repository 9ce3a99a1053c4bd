import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { link, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { AuditFilter, AuditRow } from '../../../engines/library/index.ts';
import type { BooksWorld } from '../../../toolsets/books/world.ts';
import { UsageError } from '../../terminal/usage.ts';

type Journal = BooksWorld['library']['journal'];

interface Target {
  /** `-` for stdout. */
  readonly file: string;
  readonly overwrite?: boolean;
  readonly json?: boolean;
  readonly signal: AbortSignal;
  /** Called before the outcome is printed. */
  readonly onWritten?: () => void;
}

const PAGE = 500;

/** Writes entries of the audit log as JSON lines, oldest first. A file is there as a whole or not at all. */
export async function exportAudit(journal: Journal, filter: AuditFilter, target: Target): Promise<number> {
  const { file, overwrite = false, json, signal } = target;
  if (file === '-') {
    // A program that reads it may stop in the middle.
    process.stdout.on('error', () => process.exit());
    await write(journal, filter, process.stdout, signal);
    return 0;
  }
  if (!overwrite && existsSync(file)) throw alreadyThere();
  const temporary = join(dirname(file), `.${basename(file)}.${randomBytes(8).toString('hex')}.part`);
  try {
    const stream = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true });
    const written = finished(stream);
    // The await below hears of it.
    written.catch(() => {});
    await once(stream, 'open');
    const entries = await write(journal, filter, stream, signal);
    stream.end();
    await written;
    if (overwrite) await rename(temporary, file);
    else await link(temporary, file);
    const said = json ? JSON.stringify({ entries }, undefined, 2) : `Exported ${entries} entries.`;
    target.onWritten?.();
    process.stdout.write(`${said}\n`);
    return 0;
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw code === 'EEXIST' ? alreadyThere() : new UsageError(`the file of --export cannot be written (${code}).`);
  } finally {
    await rm(temporary, { force: true });
  }
}

function alreadyThere(): UsageError {
  return new UsageError('the file of --export is there already; name another, or give --overwrite');
}

/** Page by page, and no faster than the reader. */
async function write(journal: Journal, filter: AuditFilter, to: Writable, signal: AbortSignal): Promise<number> {
  const { limit = Number.MAX_SAFE_INTEGER, ...rest } = filter;
  let entries = 0;
  for (let after = 0; entries < limit; ) {
    signal.throwIfAborted();
    const page = await journal.audit({ ...rest, after, limit: Math.min(PAGE, limit - entries) });
    const text = page.map((row) => `${JSON.stringify(inToolSpelling(row))}\n`).join('');
    if (text !== '' && !to.write(text)) await once(to, 'drain', { signal });
    entries += page.length;
    const last = page.at(-1);
    if (page.length < PAGE || last === undefined) break;
    after = last.id;
  }
  return entries;
}

/** With the names that tools give their fields. */
export function inToolSpelling(row: AuditRow): Record<string, unknown> {
  const fields = Object.entries(row).map(([name, value]): [string, unknown] => [snakeCase(name), value]);
  return Object.fromEntries(fields);
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
