import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Attack } from './attack.ts';
import { flood, poured } from './floods.ts';

const NAME_BYTES = 4_000_000;
const MAX_JOURNAL_BYTES = 8_000_000;

export const longSubjects: Attack = {
  over: 'http',
  rule: 'refused calls with names of 4 MB do not fill the audit log',
  async run(target) {
    const long = 'b'.repeat(NAME_BYTES);
    const path = 'content/01-Part/01-Chapter/01-lesson.md';
    const subjects = [
      { book_id: long, path },
      { book_id: 'refused', path: `content/${long}` },
      { book_id: 'refused', path, user_id: long },
    ];
    await flood(target.times(60), 4, (index) => poured(target, 'read_content', subjects[index % 3] ?? {}));
  },
  inspect({ root }) {
    const folder = join(root, '.quartet');
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    if (bytes > MAX_JOURNAL_BYTES) throw new Error(`the journal takes ${bytes} bytes`);
  },
};
