import { defineConfig } from 'vitest/config';

/** Also below `test/`, where some tests install what they talk to. */
const INSTALLED = '**/node_modules/**';
const POSTGRES_ONLY = '**/postgres*.test.ts';
const END_TO_END = 'test/e2e/**/*.test.ts';
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
        // Everything that needs no program of its own; the library in a folder, its journal in SQLite.
        extends: true,
        test: {
          name: 'units',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [INSTALLED, POSTGRES_ONLY, END_TO_END],
        },
      },
      {
        // The whole program from outside, with the same library.
        extends: true,
        test: { name: 'e2e', include: [END_TO_END], exclude: [POSTGRES_ONLY] },
      },
      {
        // The library in a folder, with its journal in PostgreSQL.
        extends: true,
        test: {
          name: 'postgres',
          include: [POSTGRES_ONLY, ...LIBRARY],
          exclude: [INSTALLED],
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
