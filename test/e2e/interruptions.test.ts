import { expect, it } from 'vitest';
import { interruptions, WAYS } from '../soak/interruptions/run.ts';

/** The extra ones too. */
const TOOLS = 34;
const TRANSPORTS = 2;

it('no tool that is cancelled, out of time or left alone takes the server down', { timeout: 600_000 }, async () => {
  expect(await interruptions(1, 20261116)).toBe(TOOLS * TRANSPORTS * WAYS.length);
});
