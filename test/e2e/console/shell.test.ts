import { expect, it } from 'vitest';
import { open, serve } from '../../harness/browser/console-page.ts';

it('the page shows that the server runs, and the way to every part', async () => {
  const server = await serve();
  const { page, trouble } = await open(server);
  await page.getByRole('status').getByText('running').waitFor();
  expect(await page.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual([
    'Home',
    'Connect',
    'Tools',
    'Books',
    'Files',
    'Problems',
    'Money',
  ]);
  expect(trouble).toEqual([]);
});
