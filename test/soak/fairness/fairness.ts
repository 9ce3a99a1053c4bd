import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Wire } from '../../harness/books/wire.ts';
import { dataOf } from '../../harness/result-data.ts';

const FILE = { book_id: 'fair-book', path: 'content/01-Part/01-Chapter/01-shared.md' };

export interface FairnessReport {
  /** The most tries that one append of an agent took, agent by agent. */
  readonly worst: number[];
  /** All tries of each agent. */
  readonly tries: number[];
}

/** Has agents append lines to one lesson, each as eager as can be; they are spread over some server processes. */
export async function appendTogether(agents: number, appends: number, servers: number): Promise<FairnessReport> {
  const root = await mkdtemp(join(tmpdir(), 'quartet-fair-'));
  const wires = await Promise.all(Array.from({ length: servers }, () => Wire.books(root)));
  const report: FairnessReport = { worst: [], tries: [] };
  try {
    await wires[0]?.data('write_content', { ...FILE, content: '# Shared\n' });
    await Promise.all(
      Array.from({ length: agents }, async (_, agent) => {
        for (let line = 0; line < appends; line++) {
          const tries = await append(wires[agent % servers] as Wire, `agent ${agent}, line ${line}\n`);
          report.worst[agent] = Math.max(report.worst[agent] ?? 0, tries);
          report.tries[agent] = (report.tries[agent] ?? 0) + tries;
        }
      }),
    );
    const { content } = (await wires[0]?.data('read_content', FILE)) ?? {};
    assert.equal(new Set(String(content).split('\n')).size, agents * appends + 2);
    return report;
  } finally {
    await Promise.all(wires.map((wire) => wire.end()));
    await rm(root, { recursive: true, force: true });
  }
}

/** Gives the number of tries. */
async function append(wire: Wire, line: string): Promise<number> {
  for (let tries = 1; ; tries++) {
    const { content, file_hash_sha256: expected_hash } = await wire.data('read_content', FILE);
    const result = await wire.result('write_content', { ...FILE, content: `${String(content)}${line}`, expected_hash });
    if (!result.isError) return tries;
    assert.equal(dataOf(result).code, 'CONFLICT');
  }
}
