import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

interface Ranked {
  readonly path: string;
  readonly key: readonly [tier: number, notNamed: number, age: number];
}

/** What a search must find and in which order, worked out the plain and slow way. */
export function expectedPaths(scope: string, query: string): string[] {
  const phrase = plain(query).trim();
  if (phrase === '') return [];
  const words = phrase.split(' ');
  const found: Ranked[] = [];
  for (const path of filesBelow(scope, true)) {
    const name = plain(basename(path));
    const text = plain(textOf(path) ?? '');
    const isNamed = name.includes(phrase);
    const isInText = text.includes(phrase);
    const isScattered = words.every((word) => name.includes(word) || text.includes(word));
    const tier = isInText ? 1 : isNamed ? 2 : isScattered ? 3 : 0;
    if (tier > 0) found.push({ path, key: [tier, isNamed ? 0 : 1, -lstatSync(path).mtimeMs] });
  }
  return found.sort(inOrder).map(({ path }) => path);
}

/** The files of a scope, newest first. */
export function expectedFiles(scope: string): string[] {
  return filesBelow(scope, true)
    .map((path): Ranked => ({ path, key: [0, 0, -lstatSync(path).mtimeMs] }))
    .sort(inOrder)
    .map(({ path }) => path);
}

function inOrder(a: Ranked, b: Ranked): number {
  for (const at of [0, 1, 2] as const) if (a.key[at] !== b.key[at]) return a.key[at] - b.key[at];
  return a.path < b.path ? -1 : 1;
}

function filesBelow(directory: string, isScope: boolean): string[] {
  const entries = readdirSync(directory, { withFileTypes: true });
  const names = new Set(entries.map(({ name }) => name));
  if (!isScope && names.has('.metadata_never_index')) return [];
  if (!isScope && basename(directory) === 'venv' && names.has('pyvenv.cfg')) return [];
  return entries.flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.name.startsWith('.')) return [];
    if (entry.isFile()) return [path];
    if (!entry.isDirectory()) return [];
    if (entry.name.endsWith('.noindex') || entry.name === 'node_modules' || entry.name === '__pycache__') return [];
    if (entry.name === 'target' && names.has('Cargo.toml')) return [];
    return filesBelow(path, false);
  });
}

function textOf(path: string): string | undefined {
  const bytes = readFileSync(path);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, 8192).includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u064b-\u065f\u0591-\u05bd]/g, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC')
    .replace(/\s+/g, ' ');
}
