// Completes package-lock.json after npm has written it: `npm run lock`. A registry that lacks the binaries of other platforms
// makes npm leave these optional packages out of the lock file, and `npm ci` then refuses the file on every platform.
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'package-lock.json';
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'aix', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'x64', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32'];

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const added = {};
for (const entry of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    if (place in lock.packages || !/^\d/.test(version)) continue;
    added[place] = { version, ...platformOf(name), ...(entry.dev && { dev: true }), optional: true };
  }
}
lock.packages = Object.fromEntries(Object.entries({ ...lock.packages, ...added }).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(FILE, `${JSON.stringify(lock, undefined, 2)}\n`);
console.log(`${Object.keys(added).length} packages of other platforms added to ${FILE}`);

/** The platform that a package's name speaks of, so that npm passes it over on all others. */
function platformOf(name) {
  const words = name.split('/').at(-1).split('-');
  const system = SYSTEMS.find((candidate) => words.includes(candidate));
  const processor = PROCESSORS.find((candidate) => words.includes(candidate));
  const libc = words.some((word) => word.startsWith('musl')) ? ['musl'] : undefined;
  return { ...(processor && { cpu: [processor] }), ...(libc && { libc }), ...(system && { os: [system] }) };
}
