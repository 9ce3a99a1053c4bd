import { describe, expect, it } from 'vitest';
import { progressReporter } from './session.ts';

describe('progressReporter', () => {
  it('reports to a client that gave a token, also when the token is 0 or empty', () => {
    for (const token of [0, '', 'abc']) {
      const sent: unknown[] = [];
      const report = progressReporter(token, { notify: (notification) => void sent.push(notification) });
      report?.(1);
      report?.(2, 4, 'half');
      expect(sent).toEqual([
        { method: 'notifications/progress', params: { progressToken: token, progress: 1 } },
        { method: 'notifications/progress', params: { progressToken: token, progress: 2, total: 4, message: 'half' } },
      ]);
    }
  });

  it('reports to nobody without a token', () => {
    expect(progressReporter(undefined, { notify: () => {} })).toBeUndefined();
  });
});
