import type { TestProject } from 'vitest/node';
import { PostgresServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** One PostgreSQL server for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await PostgresServer.start();
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
