import { afterAll } from 'vitest';

const ends: (() => unknown)[] = [];

/** Does something when the tests of the running file are over. Test files share a process, and with it the modules of their helpers. */
export function atEndOfFile(end: () => unknown): void {
  ends.push(end);
}

/** For a setup file, which runs anew for every test file. */
export function endWithFile(): void {
  afterAll(async () => {
    await Promise.all(ends.splice(0).map((end) => end()));
  }, 60_000);
}
