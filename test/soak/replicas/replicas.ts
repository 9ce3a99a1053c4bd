import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Wire } from '../../harness/books/wire.ts';
import { checkReplicas, SharedFile } from './files.ts';

const SERVERS = 4;
const WRITERS = 16;
const SHARED = 4;

export interface ReplicaReport {
  rounds: number;
  /** Updates of files that only one writer changes: all of them must work. */
  own: number;
  /** Updates of files that all change. */
  shared: number;
  refused: number;
  auditEntries: number;
}

/** Lets the writers of several servers on one folder and one database change files at once: some all the same, some each its own. */
export async function replicaRounds(rounds: number): Promise<ReplicaReport> {
  const root = await mkdtemp(join(tmpdir(), 'quartet-replicas-'));
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => Wire.books(root)));
  const report: ReplicaReport = { rounds: 0, own: 0, shared: 0, refused: 0, auditEntries: 0 };
  try {
    const shared = Array.from({ length: SHARED }, (_, at) => new SharedFile(`1${at}-shared`));
    const own = servers.map((_, at) =>
      Array.from({ length: WRITERS / 2 }, (_, n) => new SharedFile(`${at + 2}${n}-own`)),
    );
    for (const file of [...shared, ...own.flat()]) await file.create(servers[0] as Wire);
    for (let round = 0; round < rounds; round++) {
      const contended = shared[round % SHARED] as SharedFile;
      const before = contended.acknowledged.size;
      await Promise.all(
        servers.flatMap((server, at) => [
          ...(own[at] ?? []).map(async (file, n) => {
            assert.ok(await file.add(server, `${round}-${at}-${n}`), 'an update that nobody competes with was refused');
            report.own++;
          }),
          ...Array.from({ length: WRITERS / 2 }, async (_, n) => {
            if (await contended.add(server, `${round}-${at}-${n}`)) report.shared++;
            else report.refused++;
          }),
        ]),
      );
      assert.ok(contended.acknowledged.size > before, 'nobody has won');
      report.rounds++;
    }
    await Promise.all(servers.map((server) => server.end()));
    assert.deepEqual(
      servers.map(({ child, stderr }) => [child.exitCode, stderr]),
      servers.map(() => [0, '']),
    );
    const files = [...shared, ...own.flat()];
    assert.equal(
      files.reduce((sum, { uncertain }) => sum + uncertain.size, 0),
      0,
      'something failed without a fault',
    );
    report.auditEntries = await checkReplicas(root, files);
    return report;
  } finally {
    for (const { child } of servers) child.kill('SIGKILL');
    await rm(root, { recursive: true, force: true });
  }
}
