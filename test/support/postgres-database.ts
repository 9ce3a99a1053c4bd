import { afterAll, inject } from 'vitest';
import { useDatabase } from './books-setup.ts';
import { dropDatabase, newDatabase } from './postgres.ts';

// A database for each test file.
const url = await newDatabase(inject('postgresUrl'));
useDatabase(url);

afterAll(() => dropDatabase(url));
