import { CODE_NAMES, extensionOf, KIND_EXTENSIONS } from '../types/content-type.ts';

const words = (text: string) => new Set(text.split(/\s+/));

const MACHINE_EXTENSIONS = words(
  'log lock json jsonl ndjson map xml yaml yml toml ini cfg conf properties css scss less o a so dll exe class jar pyc wasm db sqlite tmp bak patch diff',
);
const MACHINE_FOLDER =
  /(?:^|[/\\])(?:build|dist|out|obj|bin|target|coverage|vendor|logs?|node_modules|__pycache__)(?:[/\\]|$)/i;

/** Whether a file is written for or by programs: code, build output, a log. */
export function isForMachines(name: string, folder: string): boolean {
  const lower = name.toLowerCase();
  const extension = extensionOf(lower);
  if (CODE_NAMES.has(lower) || KIND_EXTENSIONS.code.has(extension) || MACHINE_EXTENSIONS.has(extension)) return true;
  return MACHINE_FOLDER.test(folder);
}
