// Writes the tables of tools and options between markers in README.md and docs/, below each page of the book the way to its
// neighbours, and the manual page, here or in another folder; here also server.json and llms.txt: `npm run docs`.
// With --check it only compares: `node scripts/docs.js --check [FOLDER]`.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { bookOf, CONTENTS, withNeighbours } from './docs-order.js';
import { importTypeScript } from './import-typescript.js';
import { incidentTable } from './incidents.js';
import { badges, llmsTxt, serverJson } from './outlets.js';
import { promiseTable } from './promises/table.js';

const { CLIENTS, TOOLSETS, SERVE_OPTIONS, describedOutput, commandTree, manPage } = await importTypeScript(`
  export { TOOLSETS } from './src/cli/toolsets.ts';
  export { describedOutput } from './src/kernel/schema.ts';
  export { CLIENTS } from './src/console/pages/connect/clients.ts';
  export { commandTree } from './src/cli/program.ts';
  export { manPage } from './src/cli/help/man-page.ts';
  export { SERVE_OPTIONS } from './src/cli/commands/serve/options.ts';
`);
const toolsets = Object.fromEntries(
  await Promise.all(Object.entries(TOOLSETS).map(async ([id, { load }]) => [id, await load()])),
);
const given = process.argv.slice(2);
const check = given.includes('--check');
const folder = given.find((word) => !word.startsWith('--')) ?? '.';
const MARKED =
  /(<!-- (tools|reference|extras|options|badges|example|incidents|promises):([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g;

const lists = new Map();
/** What the program lists; it is asked for each list once. */
function listed(...args) {
  const command = ['bin/quartet.js', 'tools', ...args, '--json'];
  const known = lists.get(args.join(' '));
  const list = known ?? JSON.parse(execFileSync(process.execPath, command, { encoding: 'utf8' })).tools;
  lists.set(args.join(' '), list);
  return list;
}

/** Those that a server lists by default, or for `extras` those of all toolsets that it does not. */
const toolsOf = (id) => (id === 'extras' ? Object.keys(toolsets).flatMap(extrasOf) : listed(id));

const extrasOf = (id) =>
  listed(id, '--extras').filter(({ name }) => toolsets[id].tools.some((tool) => tool.extra && tool.name === name));

/** Clients get only the outline of it. */
const outputOf = (id, name) => describedOutput(toolsets[id].tools.find((tool) => tool.name === name));

const optionsOf = (id) => (id === 'serve' ? SERVE_OPTIONS : TOOLSETS[id].options);

/** Two dollar signs would make a formula of what is between them, and two asterisks would make it bold. */
const prose = (text) => String(text).replace(/[$*]/g, '\\$&');

const cell = (text) => prose(text).replaceAll('|', '\\|').replaceAll('\n', ' ');

const GENERATORS = {
  /** One row a tool, for the README. */
  tools: (id) => [
    '| tool | arguments | what it does |',
    '|---|---|---|',
    ...toolsOf(id).map((tool) => `| \`${tool.name}\` | ${argumentNames(tool)} | ${cell(tool.description)} |`),
  ],
  /** Every argument and field, for the toolset's own page. */
  reference: (id) => toolsOf(id).flatMap((tool) => referenceOf(id, tool)),
  /** The same of its extra tools. */
  extras: (id) => extrasOf(id).flatMap((tool) => referenceOf(id, tool)),
  /** Every option of a server. */
  options: (id) => [
    '| option | environment | meaning |',
    '|---|---|---|',
    ...optionsOf(id).map(
      (option) => `| ${[flagOf(option), variablesOf(option), inProse(option)].map(cell).join(' | ')} |`,
    ),
  ],
  /** Buttons that install the package. */
  badges: () => badges(CLIENTS),
  /** What broke other servers, from the names of the tests. */
  incidents: (name) => incidentTable(join('test', 'e2e', name)).map((row) => row.replace(/(?<!\\)[$*]/g, '\\$&')),
  /** What is promised, with its last figure. */
  promises: (kind) => promiseTable(kind),
  /** A file of examples/, which the tests run. */
  example: (name) => ['```js', readFileSync(join('examples', `${name}.mjs`), 'utf8').trimEnd(), '```'],
};

function referenceOf(id, tool) {
  return [
    `### \`${tool.name}\``,
    '',
    prose(tool.description),
    '',
    '| argument | type | needed | meaning |',
    '|---|---|---|---|',
    ...rows(tool.inputSchema, (required) => (required ? 'yes' : 'no')),
    '',
    '| field of the structured result | type | meaning |',
    '|---|---|---|',
    ...rows(outputOf(id, tool.name)),
    '',
  ];
}

function flagOf({ flag }) {
  return flag
    ? `\`${flag.replace(/<([^>]*)>/, (_, value) => (value.includes('|') ? value : value.toUpperCase()))}\``
    : '';
}

function variablesOf({ flag, env, repeatable }) {
  const value = !flag || flag.includes(' ') ? '' : flag.startsWith('--no-') ? '=0' : '=1';
  const names = [env].flat().map((name) => `\`${name}${value}\``);
  return `${names.join(', ')}${repeatable ? ' (several with `:`, on Windows with `;`)' : ''}`;
}

/** Flags, variables and names of tools are set as code. */
function inProse({ description }) {
  return description.replace(/(?<![\w/-])(--[a-z][a-z-]*|\w*_\w*)(?!\w)/g, '`$1`');
}

function argumentNames(tool) {
  const required = tool.inputSchema.required ?? [];
  const names = Object.keys(tool.inputSchema.properties);
  return names.map((name) => `\`${name}\`${required.includes(name) ? '' : '?'}`).join(', ');
}

/** Whatever may be left out may be null as well, which needs no mention. */
function typeOf({ type, enum: values, anyOf }) {
  if (anyOf) return typeOf(anyOf[0]);
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  return [type]
    .flat()
    .filter((one) => one !== 'null')
    .join(' or ');
}

function rows(schema, needed) {
  return Object.entries(schema.properties).map(([name, property]) => {
    const cells = [
      `\`${name}\``,
      typeOf(property),
      ...(needed ? [needed(schema.required?.includes(name))] : []),
      property.description ?? '',
    ];
    return `| ${cells.map(cell).join(' | ')} |`;
  });
}

let drifted = 0;
const book = bookOf(folder);
const pages = readdirSync(join(folder, 'docs'), { recursive: true })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name.replaceAll(sep, '/')}`);
for (const name of new Set(['README.md', ...pages.sort(), ...book.map(({ path }) => path)])) {
  const file = join(folder, name);
  const before = readFileSync(file, 'utf8');
  const tables = before.replace(
    MARKED,
    (_, start, kind, id, end) => `${start}${GENERATORS[kind](id).join('\n')}\n${end}`,
  );
  keep(file, before, withNeighbours(book, name, tables));
}
keepWhole(
  join(folder, 'man/quartet.1'),
  manPage(
    commandTree(() => {}),
    Object.values(toolsets),
  ),
);
if (folder === '.') {
  keepWhole('server.json', serverJson(TOOLSETS));
  keepWhole('llms.txt', llmsTxt(folder));
}
const unlisted = pages.filter((name) => name !== CONTENTS && !book.some(({ path }) => path === name));
for (const name of unlisted) console.error(`${CONTENTS} has no link to ${name}`);
console.log(check ? `${drifted} files out of date` : `${drifted} files written`);
if ((check && drifted > 0) || unlisted.length > 0) process.exitCode = 1;

function keepWhole(file, text) {
  keep(file, existsSync(file) ? readFileSync(file, 'utf8') : '', text);
}

/** Writes a file that has changed, or only tells of it. */
function keep(file, before, after) {
  if (after === before) return;
  drifted++;
  if (check) return console.error(`${file} is out of date: run npm run docs`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, after);
}
