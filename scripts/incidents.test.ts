import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { IDS, incidentsOf, incidentTable } from './incidents.js';

const folder = (name: string) => fileURLToPath(new URL(`../test/e2e/${name}`, import.meta.url));

it('each incident has one test, and its row says what it was, what holds and where the test is', () => {
  const [, , ...rows] = incidentTable(folder('incidents'));
  expect(rows.map((row) => row.split(' | ')[0]?.slice(2))).toEqual(IDS);
  for (const row of rows) expect(row).toMatch(/^\| [A-Z0-9-]+ \| .{30,}\. \| .{30,}\. \| `\w+\.test\.ts` \|$/);
});

it('a test without a comment is refused', () => {
  expect(incidentsOf("/** It broke. */\nit('CVE-1-2: it\\'s whole', () => {});")).toEqual([
    { id: 'CVE-1-2', was: 'It broke.', holds: "it's whole" },
  ]);
  expect(() => incidentsOf("it('CVE-1-2: whole', () => {});")).toThrow('must say what the incident was');
});

it('an id without a test is refused', () => {
  expect(() => incidentTable(folder('http'))).toThrow('CVE-2025-53109 has 0 tests');
});
