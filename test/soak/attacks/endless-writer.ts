import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dataOf } from '../../harness/result-data.ts';
import type { Attack } from './attack.ts';
import { flood } from './floods.ts';

const MIB = 1024 * 1024;
const shareMb = (times: (count: number) => number) => times(40);

export const endlessWriter: Attack = {
  over: 'http',
  rule: 'a user who writes without end fills a share of the disk, and others can still write',
  // Enough for versions of one's own.
  scopes: 'fs:read',
  prepare: ({ times }) => ({ env: { QUARTET_QUOTA_USER_MB: String(shareMb(times)) } }),
  async run({ server, call, honestHeaders, times }) {
    const content = 'A line that nobody needs.\n'.repeat(MIB / 26);
    let refused = 0;
    await flood(2 * shareMb(times), 4, async (index) => {
      const path = `content/01-Part/01-Chapter/${10 + (index % 90)}-lesson.md`;
      const { json, text } = await call('write_content', { book_id: 'full', path, content, user_id: 'attacker' });
      if (!json.result?.isError) return;
      if (dataOf(json.result).code === 'QUOTA_EXCEEDED') refused++;
      else throw new Error(`a write was answered with ${text.slice(0, 300)}`);
    });
    if (refused === 0) throw new Error('nothing was refused');
    const honest = { book_id: 'full', path: 'content/01-Part/01-Chapter/01-lesson.md', content: '# For all\n' };
    const { json, text } = await server.call('/mcp', 'write_content', honest, { ...honestHeaders });
    if (json.result?.isError !== undefined) throw new Error(`others cannot write: ${text.slice(0, 300)}`);
  },
  inspect({ root, times }) {
    const files = readdirSync(root, { recursive: true }).map((name) => statSync(join(root, String(name))));
    const bytes = files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
    if (bytes > (shareMb(times) + 4) * MIB) throw new Error(`the library takes ${bytes} bytes`);
  },
};
