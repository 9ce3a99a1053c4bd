import { expect, it } from 'vitest';
import { load } from '../../soak/load/load.ts';

it('fifty clients at once get the right answer to every call', async () => {
  const report = await load(50, 3, 2);
  expect(report).toMatchObject({ wrong: 0, lost: 0 });
  expect(report.calls).toBeGreaterThan(100);
});
