import type { AuditFilter, AuditRow, ChainHead } from '../../../engines/library/index.ts';
import type { Settings } from '../../options/settings.ts';
import { UsageError } from '../../terminal/usage.ts';
import { exportAudit, inToolSpelling } from './audit-export.ts';
import { printable } from './printable.ts';
import { withLibrary } from './session.ts';

export const AUDIT_STATUSES = ['success', 'error', 'conflict'];

export interface AuditFlags {
  readonly book?: string;
  readonly agent?: string;
  readonly operation?: string;
  readonly status?: string;
  readonly path?: string;
  readonly from?: string;
  readonly to?: string;
  readonly before?: string;
  readonly limit?: string;
  readonly export?: string;
  readonly overwrite?: boolean;
  readonly heads?: boolean;
  readonly seal?: boolean;
  readonly json?: boolean;
}

/** Prints what the audit log knows, newest first. */
export function printAudit(flags: AuditFlags, settings: Settings): Promise<number> {
  const filter = readFilter(flags);
  const seals = flags.seal === true;
  return withLibrary('audit', settings, { writes: seals, seals }, async ({ world, signal, progress }) => {
    const { journal } = world.library;
    if (flags.heads || seals) {
      const heads = await journal.heads();
      progress.end();
      return tellHeads(heads, flags);
    }
    if (flags.export === '-') progress.end();
    if (flags.export !== undefined)
      return await exportAudit(journal, filter, {
        ...flags,
        file: flags.export,
        signal,
        onWritten: () => progress.end(),
      });
    const rows = await journal.audit(filter);
    progress.end();
    if (flags.json) process.stdout.write(`${JSON.stringify(rows.map(inToolSpelling), undefined, 2)}\n`);
    else process.stdout.write(rows.map((row) => `${describe(row)}\n`).join('') || 'No entries.\n');
    const last = rows.at(-1);
    if (!flags.json && last && rows.length === filter.limit) {
      process.stderr.write(`More with --before ${last.id}.\n`);
    }
    return 0;
  });
}

/** The ends of the chains, to be kept where nobody who can write the database can write. */
function tellHeads(all: readonly ChainHead[], { book, json }: AuditFlags): number {
  const heads = all.filter(({ bookId, entries }) => entries > 0 && (book === undefined || book === bookId));
  const objects = heads.map(({ bookId, entries, hash }) => ({ book_id: bookId, entries, entry_hash: hash }));
  const lines = heads.map(({ bookId, entries, hash }) => `${entries}:${hash}:${printable(bookId)}\n`);
  process.stdout.write(json ? `${JSON.stringify(objects, undefined, 2)}\n` : lines.join('') || 'No entries.\n');
  return 0;
}

function readFilter(flags: AuditFlags): AuditFilter & { limit: number } {
  const { book, agent, operation, status, path, from, to, before, limit } = flags;
  if (status !== undefined && !AUDIT_STATUSES.includes(status)) {
    throw new UsageError('--status must be success, error or conflict');
  }
  return {
    ...(book !== undefined && { bookId: book }),
    ...(agent !== undefined && { agentId: agent }),
    ...(operation !== undefined && { operation }),
    ...(status !== undefined && { status }),
    ...(path !== undefined && { path: likePattern(path) }),
    ...(from !== undefined && { from: moment('--from', from) }),
    ...(to !== undefined && { to: moment('--to', to) }),
    ...(before !== undefined && { before: count('--before', before) }),
    limit: limit !== undefined ? count('--limit', limit) : flags.export === undefined ? 100 : Number.MAX_SAFE_INTEGER,
  };
}

/** A path in which * stands for anything. */
function likePattern(path: string): string {
  return path.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%');
}

function moment(flag: string, text: string): string {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text);
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(date.getTime())) return date.toISOString();
  throw new UsageError(`${flag} must be a day or a moment, such as 2026-03-01 or 2026-03-01T08:30:00Z`);
}

function count(flag: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new UsageError(`${flag} must be a whole number above 0`);
}

function describe(row: AuditRow): string {
  const change = row.stateChange ? `${short(row.prevHash)} → ${short(row.newHash)}` : '';
  const whose = row.userId === '__base__' ? '' : `user ${row.userId}`;
  const trouble = row.status === 'success' ? '' : `${row.status} ${row.errorMessage ?? ''}`;
  const parts = [row.timestamp, String(row.id), row.agentId, row.operation, row.bookId, row.path];
  return [...parts, whose, change, trouble].filter(Boolean).map(printable).join('  ');
}

function short(hash: string | null): string {
  return hash === null ? 'nothing' : hash.slice(0, 8);
}
