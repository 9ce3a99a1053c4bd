// Checks that the arrows between the rooms point one way and form no circles (ARCHITECTURE.md): `node scripts/boundaries.js [FOLDER]`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const root = resolve(process.argv[2] ?? '.');
const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .map((entry) => ({
    entry,
    file: relative(root, join(entry.parentPath ?? entry.path, entry.name)).replaceAll(sep, '/'),
  }))
  .filter(({ entry, file }) => entry.isFile() && /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
  .map(({ file }) => file);
if (files.length === 0) throw new Error(`no source files below ${root}/src`);

const SDK = /^@modelcontextprotocol\//;
const EDGES = ['cli', 'exports'];
/** The room a file belongs to: `kernel`, `cli`, …; each toolset and each engine is a room of its own. */
const roomOf = (file) => /^src\/((?:toolsets|engines)\/[^/]+|[^/]+)/.exec(file)?.[1] ?? 'outside';

function mayImport(room, target) {
  if (target === room) return true;
  // What a browser can run too, and what needs nothing.
  if (target === 'common') return ['console', 'engines/library', ...EDGES].includes(room);
  // The console runs in a browser and knows the server only as a client.
  if (room === 'common' || room === 'console' || target === 'console') return false;
  // What programs of others import is an edge of the program, as the command line is.
  if (target === 'exports') return false;
  if (target === 'lib' || EDGES.includes(room) || room === 'version.ts') return true;
  if (room === 'transports') return target === 'kernel';
  if (room.startsWith('toolsets/')) return target === 'kernel' || target.startsWith('engines/');
  return false;
}

/** Inside an engine: what each of its rooms may import beside itself. A file outside of them may import all of them. */
const INSIDE = { 'engines/library': libraryRooms() };

function libraryRooms() {
  const base = ['model', 'storage', 'journal', 'commit'];
  return {
    model: [],
    storage: ['model'],
    journal: ['model'],
    commit: ['model', 'storage', 'journal'],
    markdown: base,
    fulltext: [...base, 'markdown'],
    reading: base,
    search: base,
    archive: base,
    sync: base,
    migrate: base,
    maintenance: [...base, 'archive'],
    export: [...base, 'archive', 'markdown', 'reading', 'sync'],
  };
}

const innerRoomOf = (file, room) => /^([^/]+)\//.exec(file.slice(`src/${room}/`.length))?.[1];

function isWrongInside(file, target) {
  const room = roomOf(file);
  const rooms = INSIDE[room];
  if (!rooms || roomOf(target) !== room) return false;
  const [from, to] = [innerRoomOf(file, room), innerRoomOf(target, room)];
  return from !== undefined && from !== to && !rooms[from]?.includes(to);
}

const arrows = new Map();

function problemsOf(file) {
  const source = readFileSync(join(root, file), 'utf8');
  const room = roomOf(file);
  const problems = [];
  const targets = [];
  for (const [, specifier] of source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g)) {
    if (specifier.startsWith('.')) {
      const target = relative(root, resolve(root, dirname(file), specifier)).replaceAll(sep, '/');
      if (existsSync(join(root, target))) targets.push(target);
      if (!mayImport(room, roomOf(target)) || isWrongInside(file, target))
        problems.push(`${pathOf(file)} must not import ${pathOf(target)} (${specifier})`);
    } else if (SDK.test(specifier) && room !== 'transports' && file !== 'src/kernel/server.ts') {
      problems.push(`only kernel/server.ts and transports/ import the MCP SDK (${specifier})`);
    }
  }
  arrows.set(file, targets);
  if (room !== 'cli' && /\bprocess\.(argv|env)\b/.test(source))
    problems.push('only cli/ reads process.argv and process.env');
  if (!EDGES.includes(room) && /(?<!\.)\bconsole\.\w+\(|\bprocess\.stdout\b/.test(source))
    problems.push('only cli/ and exports/ may touch stdout or console');
  return problems.map((problem) => `${file}: ${problem}`);
}

/** The room of a file, with the inner one where an engine has such. */
function pathOf(file) {
  const room = roomOf(file);
  const inner = INSIDE[room] && innerRoomOf(file, room);
  return inner ? `${room}/${inner}` : room;
}

/** The circles that imports form, type imports included: one for each arrow that closes one. */
function circles() {
  const found = [];
  const done = new Set();
  const visit = (file, path) => {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file]);
    if (path.includes(file) || done.has(file)) return;
    for (const target of arrows.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  return found;
}

const problems = files.flatMap(problemsOf);
const cycles = circles();
for (const problem of problems) console.error(problem);
for (const cycle of cycles) console.error(`a circle: ${cycle.map((file) => file.slice('src/'.length)).join(' → ')}`);
console.log(`${files.length} files, ${problems.length} wrong arrows, ${cycles.length} cycles`);
process.exitCode = problems.length + cycles.length === 0 ? 0 : 1;
