import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../src/engines/filesearch/testing/folders.ts';
import { SpotlightServer } from '../../harness/spotlight-server.ts';

it('a client that sends a progress token hears how many files were seen and read', async () => {
  const scope = temporaryFolder({ 'other.txt': 'x' });
  // Text by its beginning, and too much of it to be read at once.
  writeFileSync(join(scope, 'large.txt'), ' '.repeat(10_000));
  truncateSync(join(scope, 'large.txt'), 2 ** 29);
  const server = new SpotlightServer(['--allow', scope, '--budget', '60000']);
  try {
    const args = { query: 'needle', scope, regex: true };
    expect(await server.told('search', args, { progressToken: 'p-1' })).toMatchObject({ isError: false, text: '[]' });
    expect(await server.told('search', args)).toMatchObject({ isError: false });
  } finally {
    const { answers } = await server.process.end();
    const told = answers.map((answer) => answer as { method?: string; params?: object }).filter(({ method }) => method);
    expect(told).not.toEqual([]);
    for (const { method, params } of told) {
      expect(method).toBe('notifications/progress');
      expect(params).toMatchObject({
        progressToken: 'p-1',
        message: expect.stringMatching(/^\d+ files seen, \d+ read$/),
      });
    }
    const counts = told.map(({ params }) => (params as { progress: number }).progress);
    expect(counts).toEqual([...new Set(counts)].sort((a, b) => a - b));
  }
}, 120_000);
