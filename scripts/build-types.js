// Writes the types of what the package exports into dist/types: those that its declarations reach, and nothing that needs another package.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ENTRIES = 'src/exports';
const DIST = join('dist', 'types');
const IMPORTED = /(\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"]+)\2/g;

rmSync(DIST, { recursive: true, force: true });
const emitted = mkdtempSync(join('node_modules', '.quartet-types-'));
try {
  const entries = readdirSync(ENTRIES).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  emit(entries.map((name) => join(ENTRIES, name)));
  const written = new Set();
  for (const name of entries) write(join('exports', name.replace(/\.ts$/, '.d.ts')), written);
  console.log(`${written.size} files of types`);
} finally {
  rmSync(emitted, { recursive: true, force: true });
}

function emit(files) {
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
  const options = { declaration: true, emitDeclarationOnly: true, noEmit: false, rootDir: 'src', outDir: emitted };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const project = join(emitted, 'tsconfig.json');
  const up = relative(emitted, '.').replaceAll('\\', '/');
  const include = files.map((file) => `${up}/${file.replaceAll('\\', '/')}`);
  writeFileSync(project, JSON.stringify({ extends: `${up}/tsconfig.json`, include: [], exclude: [], files: include }));
  const { status } = spawnSync(process.execPath, [compiler, '-p', project, ...flags], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the types could not be written');
}

/** A file and what it imports. Only what is beside it may be imported: whoever uses the package has nothing else. */
function write(file, written) {
  if (written.has(file)) return;
  written.add(file);
  const text = readFileSync(join(emitted, file), 'utf8').replaceAll(IMPORTED, (_, before, quote, target) => {
    if (!target.startsWith('.')) throw new Error(`${file} needs the types of ${target}, which users do not have`);
    write(join(dirname(file), target.replace(/\.ts$/, '.d.ts')), written);
    return `${before}${quote}${target.replace(/\.ts$/, '.js')}${quote}`;
  });
  mkdirSync(dirname(join(DIST, file)), { recursive: true });
  writeFileSync(join(DIST, file), text);
}
