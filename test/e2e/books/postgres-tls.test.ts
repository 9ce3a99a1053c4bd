import { afterAll, beforeAll, expect, it } from 'vitest';
import { openJournal } from '../../../src/engines/library/journal/open.ts';
import { PostgresServer } from '../../harness/postgres/server.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await PostgresServer.start({ tls: true });
});

afterAll(() => server.stop());

async function encrypted(host: string, parameters: string): Promise<string> {
  const url = `${server.url.replace('127.0.0.1', host)}?${parameters}`;
  const opened = await openJournal('', url, {}).then(
    async (journal) => {
      await journal.close();
      return 'opened';
    },
    (error: Error) => error.message,
  );
  return opened;
}

it('D-28: sslmode says what must be known of the server', async () => {
  const known = `sslrootcert=${encodeURIComponent(server.certificate)}`;
  expect(await encrypted('127.0.0.1', 'sslmode=require')).toBe('opened');
  expect(await encrypted('127.0.0.1', `sslmode=verify-ca&${known}`)).toBe('opened');
  expect(await encrypted('localhost', `sslmode=verify-full&${known}`)).toBe('opened');
  const unverified = 'has a certificate that cannot be verified';
  expect(await encrypted('localhost', 'sslmode=verify-full')).toContain(unverified);
  expect(await encrypted('127.0.0.1', 'sslmode=verify-ca')).toContain(unverified);
  expect(await encrypted('127.0.0.1', `sslmode=verify-full&${known}`)).toContain(unverified);
});
