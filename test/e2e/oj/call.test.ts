import { execFile } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import { TWO_SUM, TWO_SUM_TEXT } from '../../../src/toolsets/oj/testing/samples.ts';
import { json, problemDocument } from '../../harness/oj/judge-answers.ts';
import { JudgeServer } from '../../harness/oj/judge-server.ts';
import { QUARTET } from '../../harness/server-process.ts';

const judge = await JudgeServer.start();
afterAll(() => judge.close());

/** `quartet call` with a token in the environment. */
function quartetCall(...args: string[]): Promise<object> {
  const env = { ...process.env, OJ_BASE_URL: judge.origin, OJ_TOKEN: 'secret123', QUARTET_LOG: 'warn' };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [QUARTET, 'call', ...args], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

describe('quartet call', () => {
  it('prints the answer of the judge', async () => {
    judge.answers(json(TWO_SUM));
    expect(await quartetCall('get_problem', 'source=leetcode', 'id=1')).toEqual({
      code: 0,
      stdout: `${TWO_SUM_TEXT}\n`,
      stderr: '',
    });
  });

  it('R20: ends with 1 when the judge says no', async () => {
    judge.answers(problemDocument({ title: 'Not Found', detail: 'problem not found' }, 404));
    expect(await quartetCall('get_problem', 'source=leetcode', 'id=1')).toEqual({
      code: 1,
      stdout: '[404] Not Found: problem not found\n',
      stderr: '',
    });
  });

  it('R8, R19: ends with 1 when there is no judge, and keeps the token to itself', async () => {
    const said = await quartetCall('get_platform_status', '--base-url', 'http://127.0.0.1:1', '--log-level', 'trace');
    expect(said).toMatchObject({ code: 1, stdout: '' });
    expect(JSON.stringify(said)).toContain('connection refused');
    expect(JSON.stringify(said)).not.toContain('secret123');
  });
});
