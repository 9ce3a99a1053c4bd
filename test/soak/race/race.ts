import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answer, Wire } from '../../harness/books/wire.ts';
import { dataOf } from '../../harness/result-data.ts';

const SERVERS = 4;
const WRITERS = 16;
/** Every so many rounds the file is deleted, so that all writers try to create it. */
const CREATE_EVERY = 5;
const FILE = { book_id: 'race-book', path: 'content/01-Part/01-Chapter/01-race.md' };

export interface RaceReport {
  rounds: number;
  updated: number;
  created: number;
  conflicts: number;
  /** How often each of the servers won. */
  readonly wins: number[];
}

/** Lets the writers of several servers go for one file with the same knowledge of it; exactly one may win a round. */
export async function raceRounds(rounds: number): Promise<RaceReport> {
  const root = await mkdtemp(join(tmpdir(), 'quartet-race-'));
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => Wire.books(root)));
  const report: RaceReport = { rounds: 0, updated: 0, created: 0, conflicts: 0, wins: servers.map(() => 0) };
  try {
    let hash: string | undefined;
    for (let round = 0; round < rounds; round++) {
      if (round % CREATE_EVERY === 0) hash = await removed(servers, round);
      hash = await oneRound(servers, round, hash, report);
    }
    await Promise.all(servers.map((server) => server.end()));
    assert.deepEqual(
      servers.map(({ child, stderr }) => [child.exitCode, stderr]),
      servers.map(() => [0, '']),
    );
    return report;
  } finally {
    for (const { child } of servers) child.kill('SIGKILL');
    await rm(root, { recursive: true, force: true });
  }
}

async function removed(servers: readonly Wire[], round: number): Promise<undefined> {
  const gone = await servers[round % SERVERS]?.data('delete_content', FILE);
  assert.equal(gone?.existed, round > 0);
}

/** Gives the hash of what the winner wrote. */
async function oneRound(servers: readonly Wire[], round: number, hash: string | undefined, report: RaceReport) {
  const calls = servers.flatMap((server, at) =>
    Array.from({ length: WRITERS }, async (_, writer) => {
      const content = `round ${round}, server ${at}, writer ${writer}\n`;
      return { at, content, answer: await server.call('write_content', { ...FILE, content, expected_hash: hash }) };
    }),
  );
  const tries = await Promise.all(calls);
  const winners = tries.filter(({ answer }) => answer?.result && !answer.result.isError);
  assert.equal(winners.length, 1, `round ${round} has ${winners.length} winners`);
  const [winner] = winners;
  assert.ok(winner);
  const mode = hash === undefined ? 'created' : 'updated';
  const written = toldBy(winner.answer);
  assert.equal(written.mode, mode);
  for (const loser of tries.filter((one) => one !== winner)) {
    const { code, current_hash } = toldBy(loser.answer);
    const expected = hash === undefined ? 'HASH_REQUIRED' : 'CONFLICT';
    assert.deepEqual({ code, current_hash }, { code: expected, current_hash: written.file_hash }, `round ${round}`);
    report.conflicts++;
  }
  for (const server of servers) {
    const { content, file_hash_sha256 } = await server.data('read_content', FILE);
    assert.deepEqual([content, file_hash_sha256], [winner.content, written.file_hash]);
  }
  report.rounds++;
  report[mode]++;
  report.wins[winner.at] = (report.wins[winner.at] ?? 0) + 1;
  return String(written.file_hash);
}

function toldBy(answer: Answer | undefined): Record<string, unknown> {
  return answer?.result ? dataOf(answer.result) : { code: `no answer: ${JSON.stringify(answer?.error)}` };
}
