import { defineConfig } from 'vitest/config';

const POSTGRES_ONLY = '**/postgres*.test.ts';
/** The tests of the library: they run on each set-up of storage and journal. */
const LIBRARY = [
  'src/toolsets/books/{library,fencing}.test.ts',
  'src/toolsets/books/keeping/*.test.ts',
  'src/toolsets/books/sync/sync.test.ts',
  'test/e2e/books/{attack,commands,crash,invariants,isolation,peer,race,requirements,tools}.test.ts',
];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    coverage: {
      provider: 'v8',
      include: ['src/**'],
      exclude: ['src/**/*.test.ts'],
      reporter: ['text-summary', 'text'],
    },
    projects: [
      {
        // Everything, with the library in a folder and its journal in SQLite.
        extends: true,
        test: { name: 'main', include: ['src/**/*.test.ts', 'test/**/*.test.ts'], exclude: [POSTGRES_ONLY] },
      },
      {
        // The library in a folder, with its journal in PostgreSQL.
        extends: true,
        test: {
          name: 'postgres',
          include: [POSTGRES_ONLY, ...LIBRARY],
          exclude: ['node_modules/**'],
          env: { QUARTET_TEST_SHARE: '0.3' },
          globalSetup: 'test/support/postgres-server.ts',
          setupFiles: 'test/support/postgres-database.ts',
        },
      },
      {
        // The library in a bucket, with its journal in PostgreSQL.
        extends: true,
        test: {
          name: 's3',
          include: [...LIBRARY, 'test/e2e/books/postgres-replicas.test.ts'],
          env: { QUARTET_TEST_SHARE: '0.2' },
          globalSetup: 'test/support/postgres-server.ts',
          setupFiles: ['test/support/postgres-database.ts', 'test/support/s3-storage.ts'],
        },
      },
    ],
  },
});
