import assert from 'node:assert/strict';
import { verify } from '../../../src/engines/library/maintenance/verify.ts';
import { BASE } from '../../../src/engines/library/model/file-key.ts';
import { lesson } from '../../../src/engines/library/model/files.ts';
import { bookId, contentPath } from '../../../src/engines/library/model/names.ts';
import { openLog } from '../../../src/kernel/log.ts';
import { closeBooks, openBooks } from '../../../src/toolsets/books/open.ts';
import { optionsOf } from '../../harness/books/setup.ts';
import type { Wire } from '../../harness/books/wire.ts';
import { dataOf } from '../../harness/result-data.ts';

export const BOOK = bookId('replica-book');
const NOTHING = '# Lines\n';

/** A file to which writers add lines, and what became of each line: a lost update is a line that is acknowledged and not there. */
export class SharedFile {
  readonly args: { readonly book_id: string; readonly path: string };
  readonly acknowledged = new Set<string>();
  /** Lines whose writer has got an error or no answer: each may be there or not. */
  readonly uncertain = new Set<string>();

  constructor(name: string) {
    this.args = { book_id: BOOK, path: `content/01-Part/01-Chapter/${name}.md` };
  }

  async create(server: Wire): Promise<void> {
    await server.data('write_content', { ...this.args, content: NOTHING });
  }

  /** Reads the file and writes it with one more line; false when another writer was faster, or the server did not do it. */
  async add(server: Wire, line: string): Promise<boolean> {
    const read = (await server.call('read_content', this.args))?.result;
    if (read === undefined || read.isError) return false;
    const { content, file_hash_sha256: expected_hash } = read.structuredContent ?? {};
    const added = { ...this.args, content: `${String(content)}${line}\n`, expected_hash };
    const answer = await server.call('write_content', added);
    const written = answer?.result;
    if (written && !written.isError) {
      this.acknowledged.add(line);
      return true;
    }
    if (!written || dataOf(written).code !== 'CONFLICT') this.uncertain.add(line);
    return false;
  }

  check(content: string): void {
    assert.ok(content.startsWith(NOTHING));
    const lines = content.slice(NOTHING.length).split('\n').slice(0, -1);
    assert.equal(new Set(lines).size, lines.length, 'a line is there twice');
    const there = new Set(lines);
    const lost = [...this.acknowledged].filter((line) => !there.has(line));
    assert.deepEqual(lost, [], `${this.args.path}: updates were lost`);
    const strange = lines.filter((line) => !this.acknowledged.has(line) && !this.uncertain.has(line));
    assert.deepEqual(strange, [], `${this.args.path}: refused updates are there`);
  }
}

/** Looks at the library as a machine of its own: contents, hashes, journal, chain. Gives the number of audit entries. */
export async function checkReplicas(root: string, files: readonly SharedFile[]): Promise<number> {
  const log = openLog('off', 'replica-check');
  const world = await openBooks(optionsOf(root), log, { settle: false, host: 'checker' });
  try {
    const { library } = world;
    assert.deepEqual(await library.journal.intents(), [], 'a change is still under way');
    for (const file of files) {
      const found = await library.read(lesson(BOOK, contentPath(file.args.path), BASE));
      file.check(found?.bytes.toString() ?? 'nothing');
    }
    const { findings, audit_entries } = await verify(library, { repair: false });
    assert.deepEqual(findings, [], 'verify is not clean');
    assert.equal((await library.journal.verifyChain(BOOK)).valid, true);
    assert.deepEqual(
      await library.journal.audit({ agentId: 'quartet-recovery' }),
      [],
      'something was taken for a change by hand',
    );
    return audit_entries;
  } finally {
    await closeBooks(world);
  }
}
