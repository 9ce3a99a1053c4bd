import { describe, expect, it } from 'vitest';
import { ask, refusedWith } from './testing/call.ts';

const LOCKED =
  'Authentication is required: the status of the platforms is only shown with a token. Start the server with --token or OJ_TOKEN.';

const withTotal = (total: string) =>
  `{"version":"1","platforms":[{"source":"a","total":${total},"missing_content":0,"not_embedded":0}]}`;

describe('get_platform_status', () => {
  it.each([
    ['0', '0'],
    ['1000', '1000'],
    ['9007199254740993', '9007199254740993'],
    ['18446744073709551615', '18446744073709551615'],
  ])('R54: a count of %s is %s', async (total, digits) => {
    const { result } = await ask('get_platform_status', {}, { body: withTotal(total) });
    expect(result.structuredContent?.platforms).toMatchObject([{ total: digits }]);
  });

  it.each(['-1', '-0', '1.5', '1e3', '1000.0', '18446744073709551616', '1e+21', '"1"', 'null', '9'.repeat(100_000)])(
    'R19: a count of %.20s is none',
    async (total) => {
      await expect(ask('get_platform_status', {}, { body: withTotal(total) })).rejects.toThrow(
        'field platforms.0.total is not as expected: expected an unsigned integer',
      );
    },
  );

  it.each([undefined, null, {}, { token: 'x' }])('R45, T5, C6: %j without a token is refused', async (args) => {
    expect(await ask('get_platform_status', args, { hasToken: false })).toEqual(refusedWith(LOCKED));
  });

  it('R48: tells the status twice', async () => {
    const platforms = [{ source: 'spoj', total: 1_000_000, missing_content: 999, not_embedded: 0 }];
    expect(await ask('get_platform_status', undefined, { body: { version: '2.0', platforms } })).toEqual({
      result: {
        content: [
          {
            type: 'text',
            text: `# OJ Platform Status (v2.0)

| Platform | Problems | Missing Content | Not Embedded |
|----------|----------|-----------------|--------------|
| spoj | 1,000,000 | 999 | 0 |
`,
          },
        ],
        structuredContent: {
          version: '2.0',
          platforms: [{ source: 'spoj', total: '1000000', missing_content: '999', not_embedded: '0' }],
        },
      },
      paths: ['/status'],
    });
  });
});
