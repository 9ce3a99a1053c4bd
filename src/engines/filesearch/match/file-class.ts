import { CODE_NAMES, extensionOf, KIND_EXTENSIONS } from '../types/content-type.ts';

const words = (text: string) => new Set(text.split(/\s+/));

const CODE_EXTENSIONS = words('json jsonl ndjson xml yaml yml toml ini cfg conf properties css scss less patch diff');
const MADE_EXTENSIONS = words('log lock map o a so dll exe class jar pyc wasm db sqlite tmp bak');
const MADE_FOLDER = /(?:^|[/\\])(?:build|dist|out|obj|bin|target|coverage|vendor|node_modules|__pycache__)(?:[/\\]|$)/i;

const PASSING_FOLDER = /(?:^|[/\\])(?:downloads?|backups?|trash|te?mp)(?:[/\\]|$)/i;

export type FileClass = 'document' | 'code' | 'made';

/** Whether programs make what is in a folder, given as its path below the scope. */
export function isMadeFolder(below: string): boolean {
  return MADE_FOLDER.test(below);
}

/** Whether what is in a folder is on its way, or kept twice: of two files that fit as well, the other one was meant. */
export function isPassingFolder(below: string): boolean {
  return PASSING_FOLDER.test(below);
}

/** Whether a file is for people, for programs, or made by them as build output and logs are. */
export function fileClass(name: string, isInMadeFolder: boolean): FileClass {
  if (isInMadeFolder) return 'made';
  const lower = name.toLowerCase();
  const extension = extensionOf(lower);
  if (MADE_EXTENSIONS.has(extension) || lower.includes('.min.')) return 'made';
  const isCode = KIND_EXTENSIONS.code.has(extension) || CODE_EXTENSIONS.has(extension) || CODE_NAMES.has(lower);
  return isCode ? 'code' : 'document';
}
