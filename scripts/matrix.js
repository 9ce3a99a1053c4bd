// Runs the whole suite on Node 22 and 24, whose binaries come from the npm registry: `npm run test:matrix`.
// `node scripts/matrix.js --path 22` only fetches that Node and prints where it is.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const VERSIONS = { 22: '22.23.3', 24: '24.21.0' };

const [flag, wanted] = process.argv.slice(2);
if (flag === '--path') {
  console.log(fetchNode(wanted));
} else {
  for (const major of Object.keys(VERSIONS)) {
    console.log(`\n== Node ${VERSIONS[major]}`);
    const env = { ...process.env, QUARTET_TEST_LENGTH: 'long' };
    const { status } = spawnSync(fetchNode(major), ['scripts/test.js'], { stdio: 'inherit', env });
    if (status !== 0) process.exitCode = 1;
  }
}

/** Installs a Node binary beside the other dependencies, once. */
function fetchNode(major) {
  const version = VERSIONS[major];
  if (version === undefined)
    throw new Error(`No Node ${major} in the matrix; known: ${Object.keys(VERSIONS).join(', ')}`);
  const folder = resolve('node_modules', '.cache', `node-${version}`);
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const binary = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(binary)) return binary;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const args = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    `${name}@${version}`,
  ];
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  if (status !== 0 || !existsSync(binary)) throw new Error(`Node ${version} could not be installed from the registry`);
  return binary;
}
