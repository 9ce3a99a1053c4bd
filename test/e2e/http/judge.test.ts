import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServeProcess } from '../../harness/http-server.ts';

let server: ServeProcess;
beforeAll(async () => {
  server = await ServeProcess.start();
});
afterAll(() => server.stop());

const text = async (tool: string, args: object) => {
  const { json } = await server.call('/mcp', tool, args);
  return json.result.content[0].text as string;
};

describe('problems without any configuration or network, through /mcp', () => {
  it('a daily challenge, a problem and its name in other spellings', async () => {
    expect(await text('get_daily_challenge', {})).toMatch(/^# .+/);
    const problem = await text('get_problem', { source: 'quartet', id: '1' });
    expect(problem).toMatch(/^# .+/);
    expect(await text('resolve_problem', { query: 'quartet:1' })).toBe(problem);
  });

  it('similar problems by text and by id, the first question included', async () => {
    const byText = await text('find_similar_problems', { query: 'shortest route between two towns on a map' });
    expect(byText).toContain('| quartet |');
    expect(await text('find_similar_problems', { source: 'quartet', id: '1' })).toContain('| quartet |');
  });

  it('how many problems there are', async () => {
    expect(await text('get_platform_status', {})).toContain('quartet');
  });
});
