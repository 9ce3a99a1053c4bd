// The suites of the folder once more, with the books in a bucket.
import { vi } from 'vitest';

vi.stubEnv('QUARTET_TEST_STORAGE', 's3');
await import('./tools.test.ts');
await import('./invariants.test.ts');
await import('./isolation.test.ts');
