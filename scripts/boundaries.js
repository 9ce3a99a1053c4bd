// Checks that the arrows between the rooms point one way (ARCHITECTURE.md): `node scripts/boundaries.js [FOLDER]`.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const root = resolve(process.argv[2] ?? '.');
const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|testing)\.tsx?$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)).replaceAll(sep, '/'));
if (files.length === 0) throw new Error(`no source files below ${root}/src`);

/** The room a file belongs to: `kernel`, `cli`, …, and each toolset is a room of its own. */
const roomOf = (file) => /^src\/(toolsets\/[^/]+|[^/]+)/.exec(file)?.[1] ?? 'outside';
const SDK = /^@modelcontextprotocol\//;

const ALLOWED = {
  kernel: (target) => target === 'kernel',
  transports: (target) => target === 'transports' || target === 'kernel',
  // The embedded judge is a service of its own: toolsets reach it through the cli, which hands them its fetch.
  judge: (target) => target === 'judge' || target === 'kernel',
  cli: () => true,
  'version.ts': () => true,
};
const allowedFor = (room) => ALLOWED[room] ?? ((target) => target === room || target === 'kernel');

function problemsOf(file) {
  const source = readFileSync(join(root, file), 'utf8');
  const room = roomOf(file);
  const imports = source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g);
  const problems = [];
  for (const [, target] of imports) {
    if (target.startsWith('.')) {
      const targetRoom = roomOf(relative(root, resolve(root, dirname(file), target)).replaceAll(sep, '/'));
      if (!allowedFor(room)(targetRoom)) problems.push(`${room} must not import ${targetRoom} (${target})`);
    } else if (SDK.test(target) && room !== 'transports' && file !== 'src/kernel/server.ts') {
      problems.push(`only kernel/server.ts and transports/ import the MCP SDK (${target})`);
    }
  }
  if (room !== 'cli' && /\bprocess\.(argv|env)\b/.test(source))
    problems.push('only cli/ reads process.argv and process.env');
  if (room !== 'cli' && /\bconsole\.|\bprocess\.stdout\b/.test(source))
    problems.push('only cli/ may touch stdout or console');
  return problems.map((problem) => `${file}: ${problem}`);
}

const problems = files.flatMap(problemsOf);
for (const problem of problems) console.error(problem);
console.log(`${files.length} files, ${problems.length} wrong arrows`);
process.exitCode = problems.length === 0 ? 0 : 1;
