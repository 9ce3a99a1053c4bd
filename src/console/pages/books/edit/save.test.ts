import { describe, expect, it } from 'vitest';
import { CallError, type McpClient } from '../../../mcp/client.ts';
import { saveLesson } from './save.ts';

const PLACE = { bookId: 'book', path: 'content/01-A/01-B/01-c.md', user: undefined };
const opened = { text: 'one\n', hash: 'a'.repeat(64), lineEnd: 'lf' } as const;

/** A client whose write is answered with a failure, and whose read gives what there is. */
function clientWith(code: string, content: string | undefined, source = 'base') {
  const calls: unknown[] = [];
  const call = async (tool: string, args: unknown) => {
    calls.push([tool, args]);
    if (tool === 'write_content') throw new CallError('no', code, {});
    if (content === undefined) throw new CallError('none', 'NOT_FOUND', {});
    return { content, file_hash_sha256: 'b'.repeat(64), source };
  };
  return { client: { call } as unknown as McpClient, calls };
}

describe('a write that was refused', () => {
  it('is a conflict with the newer version', async () => {
    const { client } = clientWith('CONFLICT', 'theirs\r\n');
    expect(await saveLesson(client, PLACE, 'mine\n', opened)).toEqual({
      kind: 'conflict',
      theirs: { text: 'theirs\n', hash: 'b'.repeat(64), lineEnd: 'crlf' },
    });
  });

  it('had worked when the newer version is what was sent: only its answer was lost', async () => {
    for (const code of ['CONFLICT', 'HASH_REQUIRED']) {
      const { client } = clientWith(code, 'mine\n');
      const outcome = await saveLesson(client, PLACE, 'mine\n', opened);
      expect(outcome).toMatchObject({ kind: 'saved', version: { hash: 'b'.repeat(64) } });
    }
  });

  it('says that the file is gone, also when it went between the write and the look', async () => {
    expect(await saveLesson(clientWith('NOT_FOUND', 'x').client, PLACE, 'mine', opened)).toEqual({ kind: 'gone' });
    expect(await saveLesson(clientWith('CONFLICT', undefined).client, PLACE, 'mine', opened)).toEqual({ kind: 'gone' });
  });

  it('of an own version is not compared with the shared text', async () => {
    const { client } = clientWith('CONFLICT', 'shared', 'base');
    expect(await saveLesson(client, { ...PLACE, user: 'ann' }, 'mine', opened)).toEqual({ kind: 'gone' });
  });

  it('for any other reason is a failure', async () => {
    await expect(saveLesson(clientWith('QUOTA_EXCEEDED', 'x').client, PLACE, 'mine', opened)).rejects.toThrow('no');
  });
});
