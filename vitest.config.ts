import { defineConfig } from 'vitest/config';

/** Also below `test/`, where some tests install what they talk to. */
const INSTALLED = '**/node_modules/**';
const POSTGRES_ONLY = '**/postgres*.test.ts';
const END_TO_END = 'test/e2e/**/*.test.ts';
const IN_A_BROWSER = 'test/e2e/console/*.test.ts';
/** What another version of Node could break: start, streams, threads, the native driver, the network. */
const ESSENTIAL = [
  'test/e2e/{client,stdio,survival}.test.ts',
  'test/e2e/books/{commands,crash,interrupted-archives,tools}.test.ts',
  'test/e2e/http/{archives,clients,lifecycle,protocol,tokens}.test.ts',
  'test/e2e/oj/{embedded,http}.test.ts',
  'test/e2e/spotlight/searching.test.ts',
];
const SHORT = process.env.QUARTET_TEST_LENGTH === 'short';
/** The tests of the library: they run on each set-up of storage and journal. */
const LIBRARY = [
  'src/engines/library/commit/{library,fencing,groups,streamed,unreadable,versions}.test.ts',
  'src/engines/library/export/export-book.test.ts',
  'src/engines/library/fulltext/text-search*.test.ts',
  'src/engines/library/maintenance/*.test.ts',
  'src/engines/library/markdown/move.test.ts',
  'src/engines/library/sync/sync.test.ts',
  'test/e2e/books/{attack,by-hand,commands,crash,export-live,full-text,groups,history,invariants,isolation,parts,peer,race,references,requirements,tools,uploads}.test.ts',
];

export default defineConfig({
  test: {
    // Only for what hangs: a busy machine takes its time.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // Files share a process: most of what a test file took was loading the same modules again.
    isolate: false,
    setupFiles: 'test/harness/setup.ts',
    coverage: {
      provider: 'v8',
      include: ['src/**'],
      exclude: ['src/**/*.test.ts', 'src/**/testing/**'],
      reporter: ['text-summary', 'text'],
    },
    projects: [
      {
        // Everything that needs no program of its own; the library in a folder, its journal in SQLite.
        extends: true,
        test: {
          name: 'units',
          include: ['{src,test,scripts,bench}/**/*.test.ts'],
          exclude: [INSTALLED, POSTGRES_ONLY, END_TO_END],
        },
      },
      {
        // The whole program from outside, with the same library.
        extends: true,
        test: { name: 'e2e', include: SHORT ? ESSENTIAL : [END_TO_END], exclude: [POSTGRES_ONLY, IN_A_BROWSER] },
      },
      {
        // The page for people, in a real browser against a real server.
        extends: true,
        test: {
          name: 'console',
          include: [IN_A_BROWSER],
          globalSetup: 'test/harness/browser/global-setup.ts',
        },
      },
      {
        // The library in a folder, with its journal in PostgreSQL.
        extends: true,
        test: {
          name: 'postgres',
          // The log is in the journal, wherever the files are.
          include: [POSTGRES_ONLY, ...LIBRARY, 'test/e2e/books/audit-command.test.ts'],
          exclude: [INSTALLED],
          env: { QUARTET_TEST_SHARE: '0.3' },
          globalSetup: 'test/harness/postgres/global-setup.ts',
          setupFiles: 'test/harness/postgres/database-per-file.ts',
        },
      },
      {
        // The library in a bucket, with its journal in PostgreSQL.
        extends: true,
        test: {
          name: 's3',
          include: [...LIBRARY, 'test/e2e/books/postgres-{replicas,groups}.test.ts'],
          // Minutes of waiting for leases: what is different in a bucket is in src/engines/library/commit/groups.test.ts.
          exclude: [INSTALLED, 'test/e2e/books/groups.test.ts'],
          env: { QUARTET_TEST_SHARE: '0.2' },
          globalSetup: 'test/harness/postgres/global-setup.ts',
          setupFiles: ['test/harness/postgres/database-per-file.ts', 'test/harness/s3/bucket-per-file.ts'],
        },
      },
    ],
  },
});
