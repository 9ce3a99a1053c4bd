import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { call, INITIALIZE, QUARTET } from '../harness/server-process.ts';

/** The program text that a server has loaded by the end of a conversation. */
function loadedBy(command: string, ...messages: object[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'quartet-start-'));
  try {
    const input = messages.map((message) => `${JSON.stringify(message)}\n`).join('');
    const env = { ...process.env, NODE_V8_COVERAGE: folder };
    execFileSync(process.execPath, [QUARTET, command], { input, env });
    const [report = ''] = readdirSync(folder);
    const { result } = JSON.parse(readFileSync(join(folder, report), 'utf8')) as { result: { url: string }[] };
    const files = result.map(({ url }) => url).filter((url) => url.startsWith('file:'));
    return files.map((url) => readFileSync(fileURLToPath(url), 'utf8')).join('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('a server of one toolset loads neither the others nor the command-line parser', () => {
  const text = loadedBy('cobol', INITIALIZE, call(2, 'add', { a: 1, b: 2 }));
  expect(text).toContain('"validate_date"');
  for (const other of ['"find_similar_problems"', '"write_content"', '"search_by_kind"', 'CommanderError'])
    expect(text).not.toContain(other);
});
