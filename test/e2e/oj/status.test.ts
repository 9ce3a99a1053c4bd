import { describe, expect, it } from 'vitest';
import { json } from '../../harness/oj/judge-answers.ts';
import { judgeAndOj, OjServer } from '../../harness/oj/oj-server.ts';

const { judge, oj } = await judgeAndOj(['--token', 'secret']);
const platform = (source: string, total: number) => ({ source, total, missing_content: 0, not_embedded: 100 });

describe('T5: without a token', () => {
  const refusal = {
    text: 'Authentication is required: the status of the platforms is only shown with a token. Start the server with --token or OJ_TOKEN.',
    isError: true,
  };

  it.each<[string, string[]]>([
    ['not given', []],
    ['blank', ['--token', ' ']],
  ])('R45, T5, C6: %s: refused without a request', async (_, args) => {
    const bare = new OjServer(['--base-url', judge.origin, ...args]);
    expect(await bare.told('get_platform_status')).toEqual(refusal);
    expect(judge.requests).toEqual([]);
    await bare.process.end();
  });

  it('R45: even when the judge is down', async () => {
    const bare = new OjServer(['--base-url', 'http://127.0.0.1:1']);
    expect(await bare.told('get_platform_status', {})).toEqual(refusal);
    await bare.process.end();
  });
});

describe('T5: with a token', () => {
  it('R45: asks for the root path', async () => {
    judge.answers(json({ version: '1', platforms: [] }));
    await oj.told('get_platform_status', { anything: true });
    expect(judge.urls).toEqual(['/status']);
    expect(judge.requests[0]?.headers.authorization).toBe('Bearer secret');
  });

  it('R48, R54, T5: text and structure, in the order of the judge', async () => {
    const platforms = [platform('spoj', 12_984), platform('atcoder', 1000), platform('leetcode', 999)];
    judge.answers(json({ version: '1.2.3', platforms }));
    expect((await oj.call('get_platform_status')).result).toEqual({
      content: [
        {
          type: 'text',
          text: `# OJ Platform Status (v1.2.3)

| Platform | Problems | Missing Content | Not Embedded |
|----------|----------|-----------------|--------------|
| spoj | 12,984 | 0 | 100 |
| atcoder | 1,000 | 0 | 100 |
| leetcode | 999 | 0 | 100 |
`,
        },
      ],
      structuredContent: {
        version: '1.2.3',
        platforms: [
          { source: 'spoj', total: '12984', missing_content: '0', not_embedded: '100' },
          { source: 'atcoder', total: '1000', missing_content: '0', not_embedded: '100' },
          { source: 'leetcode', total: '999', missing_content: '0', not_embedded: '100' },
        ],
      },
    });
  });

  it('R48: no platforms, no rows', async () => {
    judge.answers(json({ version: '0', platforms: [] }));
    expect((await oj.told('get_platform_status')).text).toBe(`# OJ Platform Status (v0)

| Platform | Problems | Missing Content | Not Embedded |
|----------|----------|-----------------|--------------|
`);
  });

  it.each<[string, string]>([
    ['1000000', '1,000,000'],
    ['9007199254740993', '9,007,199,254,740,993'],
    ['18446744073709551615', '18,446,744,073,709,551,615'],
  ])('R54: a count of %s is shown exactly', async (total, shown) => {
    judge.answers(json(JSON.stringify({ version: '1', platforms: [platform('a', 77)] }).replace('77', total)));
    const { result } = await oj.call('get_platform_status');
    expect(result.content[0].text).toContain(`| a | ${shown} | 0 | 100 |\n`);
    expect(result.structuredContent.platforms[0].total).toBe(total);
  });

  it('R49, T5: four columns whatever a platform is called', async () => {
    judge.answers(json({ version: '1\n2', platforms: [platform('a|b\nc', 1)] }));
    const lines = (await oj.told('get_platform_status')).text.split('\n');
    expect(lines[0]).toBe('# OJ Platform Status (v1 2)');
    expect(lines[4]).toBe('| a\\|b c | 1 | 0 | 100 |');
  });

  it('R54: no locale changes it', async () => {
    judge.answers(json({ version: '1', platforms: [platform('a', 1_234_567)] }));
    const env = { LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8', LANGUAGE: 'de' };
    const german = new OjServer(['--base-url', judge.origin, '--token', 'x'], env);
    expect(await german.told('get_platform_status')).toEqual(await oj.told('get_platform_status'));
    judge.answers(json({ source: 'a', id: '1', ac_rate: 12.5 }));
    expect((await german.told('get_problem', { source: 'a', id: '1' })).text).toContain('AC Rate: 12.5%');
    await german.process.end();
  });
});
