import { afterAll } from 'vitest';
import { s3Environment, startS3 } from './running.ts';

// A bucket for each test file: the servers that it starts find it where operators name it.
const s3 = await startS3();
Object.assign(process.env, s3Environment(s3));

afterAll(() => s3.stop());
