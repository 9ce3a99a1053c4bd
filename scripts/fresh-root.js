// Runs commands on this project in a Debian system that has Node and nothing else, made from the packages of the Debian it runs on
// (as root): `node scripts/fresh-root.js /tmp/fresh-root 'npm ci && npm test'`. The folder stays, and can be used again.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, lstatSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [root, command = 'npm ci && npm test'] = process.argv.slice(2);
if (!root?.startsWith('/'))
  throw new Error("Say where: node scripts/fresh-root.js /tmp/fresh-root 'npm ci && npm test'");
const PROJECT = '/srv/quartet';
/** npm finds its registry by these, wherever the machine has them. */
const KEPT = /^((https?|no)_proxy|node_extra_ca_certs|ci|quartet_test_\w+)$/i;

if (!existsSync(join(root, 'proc'))) makeSystem();
copyProject();
process.exitCode = run();

function makeSystem() {
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    mkdirSync(join(root, 'usr', name), { recursive: true });
    symlinkSync(`usr/${name}`, join(root, name));
  }
  const files = lines('dpkg-query', ['-L', ...packages()]).filter((path) => !isFolder(path));
  const list = [...new Set(files)].join('\n');
  const packed = execFileSync('tar', ['-cf', '-', '--ignore-failed-read', '-T', '-'], {
    input: list,
    cwd: '/',
    maxBuffer: 2 ** 31,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  execFileSync('tar', ['-xf', '-', '-C', root], { input: packed });
  // What the packages make when they are installed.
  for (const name of ['passwd', 'group'])
    copyFileSync(`/usr/share/base-passwd/${name}.master`, join(root, 'etc', name));
  for (const path of ['/etc/resolv.conf', '/etc/hosts', '/etc/ssl/certs'])
    cpSync(path, join(root, path), { recursive: true, dereference: true });
  for (const name of ['dev', 'root', 'srv', 'tmp', 'var/tmp', 'run', 'proc'])
    mkdirSync(join(root, name), { recursive: true });
  addNode();
  execFileSync('chmod', ['1777', join(root, 'tmp'), join(root, 'var/tmp')]);
  execFileSync('chroot', [root, '/sbin/ldconfig']);
}

/** The Node that runs this, with its npm. */
function addNode() {
  const local = join(root, 'usr', 'local');
  mkdirSync(join(local, 'bin'), { recursive: true });
  copyFileSync(process.execPath, join(local, 'bin', 'node'));
  const npm = 'lib/node_modules/npm';
  cpSync(join(dirname(process.execPath), '..', npm), join(local, npm), { recursive: true, verbatimSymlinks: true });
  for (const name of ['npm', 'npx']) symlinkSync(`../${npm}/bin/${name}-cli.js`, join(local, 'bin', name));
}

/** Every essential package, the library that Node needs, and what they need. */
function packages() {
  const format = ['Package', 'Essential', 'Pre-Depends', 'Depends'].map((field) => `\${${field}}`).join('\\t');
  const rows = lines('dpkg-query', ['-W', '-f', `${format}\\n`]).map((line) => line.split('\t'));
  const needs = new Map(
    rows.map(([name, , ...lists]) => [
      name,
      lists
        .join()
        .split(/[,|]/)
        .map((need) => need.trim().split(/[ :]/)[0]),
    ]),
  );
  const wanted = [...rows.filter(([, essential]) => essential === 'yes').map(([name]) => name), 'libstdc++6'];
  for (const name of wanted) {
    const more = needs.get(name).filter((need) => needs.has(need) && !wanted.includes(need));
    wanted.push(...more);
  }
  return [...new Set(wanted)];
}

function copyProject() {
  for (const path of lines('git', ['ls-files', '--cached', '--others', '--exclude-standard'])) {
    if (!existsSync(path)) continue;
    mkdirSync(join(root, PROJECT, dirname(path)), { recursive: true });
    cpSync(path, join(root, PROJECT, path));
  }
}

/** In mounts of its own, which go with it. */
function run() {
  const mounts = 'mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc"';
  const inside = `cd ${PROJECT} && { ${command}\n}`;
  const env = Object.entries(process.env).filter(([name]) => KEPT.test(name));
  const start = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', `${mounts} && exec chroot "$0" sh -c "$1"`];
  const { status } = spawnSync('unshare', [...start, root, inside], {
    stdio: 'inherit',
    env: {
      ...Object.fromEntries(env),
      HOME: '/root',
      PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      LANG: 'C.UTF-8',
    },
  });
  return status ?? 1;
}

function isFolder(path) {
  return !path.startsWith('/') || (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? true);
}

function lines(program, args) {
  return execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
    .split('\n')
    .filter(Boolean);
}
