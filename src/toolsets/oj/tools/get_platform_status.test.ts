import { describe, expect, it } from 'vitest';
import { ask, refusedWith } from './call.testing.ts';

const LOCKED =
  'Authentication is required: the status of the platforms is only shown with a token. Start the server with --token or OJ_TOKEN.';

describe('get_platform_status', () => {
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
