import { expect, it } from 'vitest';
import { open, serve } from '../../harness/browser/console-page.ts';

it('the first load takes at most 150 kB', async () => {
  const server = await serve();
  const { page, trouble } = await open(server);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('load');
  const bytes = await page.evaluate<number>(`
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter(({ name }) => !name.endsWith('/console/events'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`);
  expect(bytes).toBeGreaterThan(5_000);
  expect(bytes).toBeLessThanOrEqual(150_000);
  expect(trouble).toEqual([]);
});
