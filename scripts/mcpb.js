// Makes the MCPB bundles of the servers from the package as npm installs it: `npm run mcpb`, or `node scripts/mcpb.js [--tarball FILE] [--only SERVER] [FOLDER]`.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BUNDLES, manifestOf } from '../packaging/mcpb/manifests.js';
import { installOnce } from './install-once.js';
import { npmEnvironment } from './npm-environment.js';
import { packed } from './packed.js';

const { values, positionals } = parseArgs({
  options: { tarball: { type: 'string' }, only: { type: 'string' } },
  allowPositionals: true,
});
if (values.only && !Object.hasOwn(BUNDLES, values.only))
  throw new Error(`--only takes one of ${Object.keys(BUNDLES).join(', ')}`);
const target = resolve(positionals[0] ?? 'dist-mcpb');
const scratch = mkdtempSync(join(tmpdir(), 'quartet-mcpb-'));
/** What a server on stdin and stdout needs nothing of. */
const LEFT_OUT = /^(docs|examples|packaging|dist\/(console|types)(\/|$)|dist\/chunks\/export-)/;

try {
  const tools = await installOnce(resolve('packaging/tools'));
  const mcpb = (...args) => run(join(tools, 'node_modules', '@anthropic-ai', 'mcpb', 'dist', 'cli', 'cli.js'), ...args);
  const server = installed(values.tarball ? resolve(values.tarball) : packed(scratch));
  const program = join(server, 'node_modules', 'quartet-mcp');
  const manifest = JSON.parse(readFileSync(join(program, 'package.json'), 'utf8'));
  mkdirSync(target, { recursive: true });
  for (const id of values.only ? [values.only] : Object.keys(BUNDLES)) {
    if (!BUNDLES[id].database)
      rmSync(join(server, 'node_modules', '@photostructure'), { recursive: true, force: true });
    const listed = JSON.parse(
      run(join(program, 'bin', 'quartet.js'), 'tools', ...(id === 'all' ? [] : [id]), '--json'),
    );
    writeFileSync(
      join(scratch, 'bundle', 'manifest.json'),
      JSON.stringify(manifestOf(id, listed.tools, manifest), undefined, 2),
    );
    mcpb('validate', join(scratch, 'bundle', 'manifest.json'));
    const file = join(target, `${id === 'all' ? 'quartet' : `quartet-${id}`}.mcpb`);
    mcpb('pack', join(scratch, 'bundle'), file);
    console.log(`${file} ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** The package with what it cannot do without, as `server/` of a bundle. */
function installed(tarball) {
  const server = join(scratch, 'bundle', 'server');
  mkdirSync(server, { recursive: true });
  writeFileSync(join(server, 'package.json'), '{"private":true,"type":"module"}');
  const how = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--no-package-lock', '--no-save'];
  execFileSync('npm', ['install', ...how, tarball], {
    cwd: server,
    env: npmEnvironment(),
    stdio: 'ignore',
    shell: process.platform === 'win32',
  });
  const modules = join(server, 'node_modules');
  for (const name of filesBelow(join(modules, 'quartet-mcp')))
    if (LEFT_OUT.test(name)) rmSync(join(modules, 'quartet-mcp', name), { recursive: true, force: true });
  // The source that the binaries were made of.
  for (const name of ['src', 'scripts', 'binding.gyp'])
    rmSync(join(modules, '@photostructure', 'sqlite', name), { recursive: true, force: true });
  rmSync(join(modules, 'node-addon-api'), { recursive: true, force: true });
  cpSync('packaging/mcpb/start.js', join(server, 'start.js'));
  return server;
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true }).map((name) => name.replaceAll('\\', '/'));
}

function run(program, ...args) {
  return execFileSync(process.execPath, [program, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
