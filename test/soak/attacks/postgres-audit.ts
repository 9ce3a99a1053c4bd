import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresServer } from '../../harness/postgres/server.ts';
import type { Attack } from './attack.ts';
import { flood, poured, putByHand } from './floods.ts';

const PATH = 'content/01-Part/01-Chapter/01-lesson.md';

export const auditInPostgres: Attack = {
  over: 'http',
  rule: 'a reader cannot keep the reads of others out of the audit log in PostgreSQL',
  async prepare({ root }) {
    putByHand(root, `sample/${PATH}`, '# A lesson');
    // Where a whole run is about PostgreSQL there is a database already.
    if (process.env.DATABASE_URL) return {};
    const server = await PostgresServer.start();
    return { env: { DATABASE_URL: server.url }, end: () => server.stop() };
  },
  async run(target) {
    const { server, honestHeaders, times } = target;
    let reading = true;
    const suppressing = flood(4, 4, async () => {
      // No index of PostgreSQL takes so long a text that cannot be compressed.
      while (reading)
        await poured(target, 'read_content', { book_id: randomBytes(9000).toString('base64'), path: PATH });
    });
    await flood(times(300), 2, async () => {
      const read = () => server.call('/mcp', 'read_content', { book_id: 'sample', path: PATH }, { ...honestHeaders });
      while ((await read()).status === 429) await sleep(200);
      // Two at once stay below what a token may send in a second, and its pings get through.
      await sleep(30);
    });
    reading = false;
    await suppressing;
  },
  async inspect({ root, times, quartet }) {
    const whom = ['--agent', 'honest', '--operation', 'read_content', '--limit', '1000', '--json'];
    const { stdout, stderr } = await quartet(['books', 'audit', '--root', root, ...whom]);
    const { length } = stdout.startsWith('[') ? (JSON.parse(stdout) as unknown[]) : [];
    if (length !== times(300)) throw new Error(`${length} of ${times(300)} reads are in the audit log ${stderr}`);
  },
};
