import { afterAll, inject } from 'vitest';
import { dropDatabase, newDatabase } from './postgres.ts';

// A database for each test file: the servers that it starts find its address where operators put it.
const url = await newDatabase(inject('postgresUrl'));
process.env.QUARTET_TEST_DATABASE_URL = url;
process.env.DATABASE_URL = url;

afterAll(() => dropDatabase(url));
