import type { TestProject } from 'vitest/node';
import { type BrowserProgram, findBrowser } from './program.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    browser: BrowserProgram;
  }
}

/** Finds the browser for the tests. */
export default async function setUp(project: TestProject): Promise<void> {
  project.provide('browser', await findBrowser());
}
