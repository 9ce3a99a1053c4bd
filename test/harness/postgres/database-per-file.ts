import { afterAll, inject } from 'vitest';
import { useDatabase } from '../books/setup.ts';
import { dropDatabase, newDatabase } from './server.ts';

// A database for each test file.
const url = await newDatabase(inject('postgresUrl'));
useDatabase(url);

afterAll(() => dropDatabase(url));
