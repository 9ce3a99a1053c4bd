import type { AuditFilter, AuditRow } from '../../toolsets/books/care.ts';
import type { Settings } from '../settings.ts';
import { UsageError } from '../usage.ts';
import { withLibrary } from './session.ts';

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
  readonly json?: boolean;
}

/** Prints what the audit log knows, newest first. */
export function printAudit(flags: AuditFlags, settings: Settings): Promise<number> {
  const filter = readFilter(flags);
  return withLibrary('audit', settings, false, async ({ world }) => {
    const rows = await world.library.journal.audit(filter);
    if (flags.json) process.stdout.write(`${JSON.stringify(rows, undefined, 2)}\n`);
    else process.stdout.write(rows.map((row) => `${describe(row)}\n`).join('') || 'No entries.\n');
    const last = rows.at(-1);
    if (!flags.json && last && rows.length === filter.limit) {
      process.stderr.write(`More with --before ${last.id}.\n`);
    }
    return 0;
  });
}

function readFilter(flags: AuditFlags): AuditFilter & { limit: number } {
  const { book, agent, operation, status, path, from, to, before, limit } = flags;
  if (status !== undefined && !['success', 'error', 'conflict'].includes(status)) {
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
    limit: limit === undefined ? 100 : count('--limit', limit),
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

/** Refused paths are in the log too, and may hold what would steer a terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '\ufffd');
}
