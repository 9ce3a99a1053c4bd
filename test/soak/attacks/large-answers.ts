import type { Attack } from './attack.ts';
import { flood, poured, putByHand } from './floods.ts';

const LESSON_BYTES = 1_000_000;

export const contentOfWholeBooks: Attack = {
  over: 'http',
  rule: 'short requests for the content of a large book do not fill the memory',
  prepare({ root, times }) {
    const line = 'What changed is asked for with all of its text.\n';
    const text = line.repeat(LESSON_BYTES / line.length);
    // Each lesson is far more than a page of an answer, and gets one of its own.
    for (const [book, lessons] of [
      ['whole', 19],
      ['large', times(300)],
    ] as const) {
      for (let at = lessons; at > 0; at--) {
        putByHand(root, `${book}/content/01-Part/01-Chapter/${at}-lesson.md`, `${at}\n${text}`);
      }
    }
    return {};
  },
  async run(target) {
    const asked = { since: '2020-01-01T00:00:00Z', include_content: true };
    await flood(10, 10, () => poured(target, 'delta_build', { book_id: 'large', ...asked }));
    await flood(10, 10, () => poured(target, 'read_content', { book_id: 'whole', path: 'content', scope: 'book' }));
  },
};
