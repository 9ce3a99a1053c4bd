import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { but, sampleLesson, temporaryFolder } from '../../engines/library/testing/library.ts';
import { keepingLog } from '../../kernel/testing/toolsets.ts';
import type { OptionValues } from '../../kernel/toolset.ts';
import { settingFacts } from './facts.ts';
import { books } from './index.ts';
import { closeBooks, openBooks } from './open.ts';
import { readSettings } from './settings/settings.ts';
import type { BooksWorld } from './world.ts';

const SECRET = 'a secret that nobody must see, 0123456789';

function told(options: OptionValues): Record<string, string> {
  return Object.fromEntries(settingFacts(readSettings(options)).map(({ label, value }) => [label, value]));
}

describe('settingFacts', () => {
  it('tells where a library in a folder is', () => {
    expect(told({ root: '/lib' })).toEqual({
      Library: '/lib',
      Storage: 'folder',
      Journal: 'SQLite, /lib/.quartet/journal.db',
      'Audit key': '/lib/.quartet/audit.key',
      'Read-only': 'no',
    });
    const options = { root: '/lib', databaseUrl: 'sqlite:/other/j.db', auditKeyFile: '/keys/k', readOnly: '1' };
    expect(told(options)).toMatchObject({
      Journal: 'SQLite, /other/j.db',
      'Audit key': '/keys/k',
      'Read-only': 'yes',
    });
    expect(told({ root: '/lib', auditKey: SECRET })['Audit key']).toBe('QUARTET_AUDIT_KEY');
  });

  it.each([
    [
      `postgresql://ann:${encodeURIComponent(SECRET)}@db.example.com:6432/library?sslmode=require`,
      'db.example.com:6432/library',
    ],
    ['postgres://ann:pw@db.example.com', 'db.example.com:5432'],
    ['postgresql+asyncpg://ann@[::1]/x', '[::1]:5432/x'],
    ['postgresql://ann:pw@/books?host=/run/postgresql', '/run/postgresql:5432/books'],
  ])('tells of %s where it is, and not who uses it', (databaseUrl, place) => {
    const facts = told({ root: '/lib', databaseUrl });
    expect(facts).toMatchObject({ Journal: `PostgreSQL, ${place}`, 'Audit key': 'none: the audit log is not sealed' });
    expect(JSON.stringify(facts)).not.toMatch(/ann|secret|pw/);
  });

  it('tells which bucket, without its keys', () => {
    const keys = { s3AccessKeyId: SECRET, s3SecretAccessKey: SECRET };
    const bucket = { root: '/lib', storageBackend: 's3', s3Bucket: 'shelf', s3Prefix: 'a/b', ...keys };
    const amazon = told({ ...bucket, s3Region: 'eu-central-1' });
    expect(amazon).toMatchObject({ Library: 'shelf/a/b/', Storage: 'S3, Amazon, eu-central-1' });
    const own = told({ ...bucket, s3Endpoint: 'http://minio:9000/' });
    expect(own).toMatchObject({ Storage: 'S3, http://minio:9000' });
    const supabase = { storageBackend: 'supabase', supabaseUrl: 'https://p.supabase.co', supabaseBucket: 'books' };
    const third = told({ root: '/lib', ...supabase, ...keys });
    expect(third).toMatchObject({ Library: 'books/', Storage: 'Supabase, https://p.supabase.co/storage/v1/s3' });
    expect(JSON.stringify([amazon, own, third])).not.toContain('secret');
  });
});

describe('the facts of books', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let world: BooksWorld;

  beforeEach(async () => {
    folder = await temporaryFolder();
    world = await openBooks({ root: folder.root }, keepingLog().log, { settle: false, leaseMs: 2 });
  });
  afterEach(async () => {
    await closeBooks(world);
    await folder.remove();
  });

  const last = async (of: BooksWorld) => (await books.facts?.(of))?.slice(5);

  it('counts the books and says that nothing waits', async () => {
    expect((await books.facts?.(world))?.[0]).toEqual({ label: 'Library', value: folder.root });
    expect(await last(world)).toEqual([
      { label: 'Books', value: '0' },
      { label: 'Interrupted changes', value: 'none', state: 'ok' },
    ]);
    await world.library.put(sampleLesson(), Buffer.from('x'), { agentId: 'ann', operation: 'write_content' });
    expect((await last(world))?.[0]).toEqual({ label: 'Books', value: '1' });
  });

  it('warns of changes that a crash has interrupted, and of those that cannot be settled', async () => {
    const { bookId, path, userId } = sampleLesson();
    const what = { bookId, path, userId, operation: 'write_content', agentId: 'ann', oldHash: null, newHash: 'n' };
    await world.library.journal.begin({ ...what, id: 'x', size: 1, staged: null, owner: 'elsewhere 1 1' });
    const label = 'Interrupted changes';
    await expect.poll(() => last(world)).toContainEqual({ label, value: '1 not settled yet', state: 'warning' });
    const recovery = but(world.library.recovery, { setAside: [{}, {}] as never });
    const stuck = { ...world, library: but(world.library, { recovery }) };
    const value = '2 cannot be settled: see quartet books verify';
    expect((await last(stuck))?.[1]).toEqual({ label, value, state: 'warning' });
  });

  it.each<[string, () => Promise<never>]>([
    ['fails', () => Promise.reject(new Error('down'))],
    ['does not answer', () => new Promise(() => {})],
  ])('says so when the journal %s', async (_, answer) => {
    const silent = {
      ...world,
      library: but(world.library, { journal: but(world.library.journal, { books: answer }) }),
    };
    expect(await last(silent)).toEqual([{ label: 'Books', value: 'the journal does not answer', state: 'failing' }]);
  });
});
