import assert from 'node:assert/strict';
import type { Json } from '../../harness/books/wire.ts';
import { dataOf } from '../../harness/result-data.ts';
import type { Subject } from '../crash/keys.ts';
import type { Damage, Part } from './damage.ts';
import type { Ground } from './ground.ts';
import type { LibraryServer } from './server.ts';
import { isOverlay } from './subjects.ts';

const KINDS = new Set([
  'ContentNotFoundError',
  'ConflictError',
  'HashRequiredError',
  'SchemaViolationError',
  'ValidationError',
  'StorageError',
]);
/** What a failure of an unaffected file may be: nothing is wrong with the request. */
const BEHIND = new Set(['STORAGE_ERROR', 'JOURNAL_UNAVAILABLE']);

/** Calls tools and decides which answers are good, given what is damaged. */
export class Judge {
  /** How many calls succeeded and failed. */
  readonly told = { succeeded: 0, failed: 0 };

  constructor(
    private readonly server: LibraryServer,
    protected readonly ground: Ground,
    protected readonly damage: Damage,
  ) {}

  /** What a call gives; undefined when it fails as it may. */
  protected async call(tool: string, args: Json, parts: readonly Part[], subject?: Subject): Promise<Json | undefined> {
    const result = await this.server.call(tool, args);
    const data = dataOf(result);
    const { isError, content, _meta } = result;
    if (!isError) {
      this.told.succeeded++;
      // What a list had to leave out is told beside it.
      return { ...data, _meta };
    }
    this.told.failed++;
    const { error, code, message } = data;
    const told = `${tool} ${JSON.stringify({ ...args, content: undefined, binary_data: undefined })}: ${content[0]?.text}`;
    assert.ok(KINDS.has(String(error)) && typeof message === 'string' && message.length > 10, `untyped: ${told}`);
    if (subject && this.isAffected(subject)) {
      assert.ok(JSON.stringify(data).includes(subject.file.path), `does not say what it is about: ${told}`);
      return undefined;
    }
    if (subject && this.isUnsettled(subject, code)) return undefined;
    // Where nothing is left of what a tool shows, it may say so.
    if (subject === undefined && this.isAllAffected(tool, args)) return undefined;
    const may = parts.some((part) => this.damage.mayFail?.includes(part)) && BEHIND.has(String(code));
    assert.ok(may, `unaffected, and yet ${told}`);
    return undefined;
  }

  /** A user without a version of a lesson reads the shared one. */
  protected isAffected(subject: Subject): boolean {
    if (this.isHit(subject)) return true;
    const { bookId, path } = subject.file;
    const isShared = ({ file }: Subject) => file.bookId === bookId && file.path === path;
    const shared = this.ground.subjects.find((one) => !isOverlay(one) && isShared(one));
    return isOverlay(subject) && subject.may.includes(null) && shared !== undefined && this.isHit(shared);
  }

  protected isHit(subject: Subject): boolean {
    return this.damage.affects?.(subject) ?? false;
  }

  private isAllAffected(tool: string, { book_id, user_id }: Json): boolean {
    const concerned = this.ground.subjects.filter((subject) => {
      if (subject.file.bookId !== book_id || (isOverlay(subject) && user_id === undefined)) return false;
      return tool === 'list_assets' ? subject.isAsset : !subject.isAsset;
    });
    return concerned.every((subject) => this.isAffected(subject));
  }

  /** Whether a failure only shows how an earlier change, which failed, has ended. */
  private isUnsettled({ may }: Subject, code: unknown): boolean {
    if (code === 'NOT_FOUND') return may.includes(null);
    return may.length > 1 && (code === 'CONFLICT' || code === 'HASH_REQUIRED');
  }

  protected shows(found: Json | undefined, subject: Subject, content: unknown, where: string): void {
    if (found !== undefined)
      this.holds(subject, (content as string | undefined) ?? null, `${where}: ${subject.file.key}`);
  }

  /** An affected file may be missing from an answer, but never show anything else than was written. */
  protected holds(subject: Subject, content: string | null, where: string): void {
    if (this.isAffected(subject) && content === null) return;
    const start = (text: string | null) => text?.slice(0, 24) ?? 'absent';
    const wanted = subject.may.map(start).join(' or ');
    assert.ok(subject.may.includes(content), `${where} is ${start(content)}, not ${wanted}`);
  }

  protected names(found: Json | undefined, where: string): void {
    const { named } = this.damage;
    if (found === undefined || named === undefined) return;
    assert.ok(
      JSON.stringify(found).includes(named),
      `${where} does not name ${named}: ${JSON.stringify(found).slice(0, 2000)}`,
    );
  }
}
