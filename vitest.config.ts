import { defineConfig } from 'vitest/config';

const POSTGRES_ONLY = '**/postgres*.test.ts';

export default defineConfig({
  test: {
    testTimeout: 60_000,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/**/*.test.ts'],
      reporter: ['text-summary', 'text'],
    },
    projects: [
      {
        extends: true,
        test: { name: 'main', include: ['src/**/*.test.ts', 'test/**/*.test.ts'], exclude: [POSTGRES_ONLY] },
      },
      {
        // The same tests of the library once more, with the journal in PostgreSQL.
        extends: true,
        test: {
          name: 'postgres',
          include: [
            POSTGRES_ONLY,
            'src/toolsets/books/{library,fencing}.test.ts',
            'src/toolsets/books/keeping/*.test.ts',
            'src/toolsets/books/sync/sync.test.ts',
            'test/e2e/books/*.test.ts',
          ],
          exclude: ['node_modules/**'],
          globalSetup: 'test/support/postgres-server.ts',
          setupFiles: 'test/support/postgres-database.ts',
        },
      },
    ],
  },
});
