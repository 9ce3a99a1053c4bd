import { CODE_NAMES, extensionOf, KIND_EXTENSIONS } from '../types/content-type.ts';

const words = (text: string) => new Set(text.split(/\s+/));

const CODE_EXTENSIONS = words('json jsonl ndjson xml yaml yml toml ini cfg conf properties css scss less patch diff');
const MADE_EXTENSIONS = words('log lock map o a so dll exe class jar pyc wasm db sqlite tmp bak');
const MADE_FOLDER = /(?:^|[/\\])(?:build|dist|out|obj|bin|target|coverage|vendor|node_modules|__pycache__)(?:[/\\]|$)/i;

export type FileClass = 'document' | 'code' | 'made';

/** Whether a file is for people, for programs, or made by them as build output and logs are; `folder` is its path below the scope. */
export function fileClass(name: string, folder: string): FileClass {
  const lower = name.toLowerCase();
  const extension = extensionOf(lower);
  if (MADE_EXTENSIONS.has(extension) || lower.includes('.min.') || MADE_FOLDER.test(folder)) return 'made';
  const isCode = CODE_NAMES.has(lower) || KIND_EXTENSIONS.code.has(extension) || CODE_EXTENSIONS.has(extension);
  return isCode ? 'code' : 'document';
}
