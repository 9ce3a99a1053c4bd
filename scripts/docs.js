// Writes the tool tables between markers in README.md and docs/: `npm run docs`. With --check it only compares.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const check = process.argv.includes('--check');
const MARKED = /(<!-- (tools|reference):(\w+) -->\n)[\s\S]*?(<!-- end -->)/g;

const toolsOf = (id) =>
  JSON.parse(execFileSync(process.execPath, ['bin/quartet.js', 'tools', id, '--json'], { encoding: 'utf8' })).tools;

const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');

const GENERATORS = {
  /** One row a tool, for the README. */
  tools: (tools) => [
    '| tool | arguments | what it does |',
    '|---|---|---|',
    ...tools.map((tool) => `| \`${tool.name}\` | ${argumentNames(tool)} | ${cell(tool.description)} |`),
  ],
  /** Every argument and field, for the toolset's own page. */
  reference: (tools) =>
    tools.flatMap((tool) => [
      `### \`${tool.name}\``,
      '',
      tool.description,
      '',
      '| argument | type | needed | meaning |',
      '|---|---|---|---|',
      ...rows(tool.inputSchema, (required) => (required ? 'yes' : 'no')),
      '',
      '| field of the structured result | type | meaning |',
      '|---|---|---|',
      ...rows(tool.outputSchema),
      '',
    ]),
};

function argumentNames(tool) {
  const required = tool.inputSchema.required ?? [];
  const names = Object.keys(tool.inputSchema.properties);
  return names.map((name) => `\`${name}\`${required.includes(name) ? '' : '?'}`).join(', ');
}

function rows(schema, needed) {
  return Object.entries(schema.properties).map(([name, property]) => {
    const type = property.enum ? property.enum.map((value) => `\`${value}\``).join(', ') : property.type;
    const cells = [
      `\`${name}\``,
      type,
      ...(needed ? [needed(schema.required?.includes(name))] : []),
      property.description ?? '',
    ];
    return `| ${cells.map(cell).join(' | ')} |`;
  });
}

let drifted = 0;
for (const file of ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)]) {
  const before = readFileSync(file, 'utf8');
  const after = before.replace(
    MARKED,
    (_, start, kind, id, end) => `${start}${GENERATORS[kind](toolsOf(id)).join('\n')}\n${end}`,
  );
  if (after === before) continue;
  drifted++;
  if (check) console.error(`${file} is out of date: run npm run docs`);
  else writeFileSync(file, after);
}
console.log(check ? `${drifted} files out of date` : `${drifted} files written`);
if (check && drifted > 0) process.exitCode = 1;
