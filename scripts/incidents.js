// The table of docs/security.md: one row for each test of an incident. The name of the test begins with the id and goes on with
// what holds here; the comment above it says what the incident was. `npm run docs` writes the table, and with --check compares it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CVES = {
  2025: [53109, 53110, 68143, 68144, 68145, 49596, 66414, 66416, 6514],
  2026: ['0621', 25536, 25546, 26118, 27735, 32211, 52869, 52870, 59950],
};

/** Each must have its test. */
export const IDS = [
  ...Object.entries(CVES).flatMap(([year, numbers]) => numbers.map((number) => `CVE-${year}-${number}`)),
  'JWT-AUDIENCE',
  'TOOL-POISONING',
  'INVISIBLE-UNICODE',
];

const TEST = /(?:\/\*\* ((?:(?!\*\/).)*) \*\/\n)?it\('([A-Z0-9-]+): ((?:[^'\\]|\\.)+)',/gs;

/** The incidents that a file of tests is about. */
export function incidentsOf(source) {
  return Array.from(source.matchAll(TEST), ([, was, id, holds]) => {
    if (was === undefined) throw new Error(`${id}: the comment above the test must say what the incident was.`);
    return { id, was: was.replace(/\s*\n \* ?/g, ' '), holds: holds.replaceAll("\\'", "'") };
  });
}

/** The rows of the table, in the order of the ids; throws when one has no test or several. */
export function incidentTable(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
  const all = files.flatMap((name) =>
    incidentsOf(readFileSync(join(folder, name), 'utf8')).map((incident) => ({ ...incident, name })),
  );
  const rows = IDS.map((id) => {
    const own = all.filter((incident) => incident.id === id);
    if (own.length !== 1) throw new Error(`${id} has ${own.length} tests in ${folder}, and needs one.`);
    const [{ was, holds, name }] = own;
    return `| ${[id, was, sentence(holds), `\`${name}\``].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  const unknown = all.find(({ id }) => !IDS.includes(id));
  if (unknown) throw new Error(`${unknown.id} of ${unknown.name} is not among the ids of scripts/incidents.js.`);
  return ['| incident | what it was | what holds here | test |', '|---|---|---|---|', ...rows];
}

function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}
