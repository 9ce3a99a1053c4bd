import { AMBIGUOUS_EXTENSIONS, CODE_NAMES, KIND_EXTENSIONS } from './kind-table.ts';
import { extensionOf } from './names.ts';
import { isTransportStream, isZip, sniff } from './sniff.ts';
import { TYPE_ROWS } from './type-table.ts';

interface TypeEntry {
  readonly name: string;
  readonly parents: readonly string[];
}

const NO_BYTES = new Uint8Array();
const types = new Map<string, TypeEntry>();
const typesByExtension = new Map<string, string>();
for (const [type, name, parents = '', extensions = ''] of TYPE_ROWS) {
  types.set(type, { name, parents: parents.split(' ').filter(Boolean) });
  for (const extension of extensions.split(' ').filter(Boolean)) typesByExtension.set(extension, type);
}

/** Whether the type of a file with this name depends on its first bytes. */
export function typeNeedsHead(name: string): boolean {
  const lower = name.toLowerCase();
  const extension = extensionOf(lower);
  return !CODE_NAMES.has(lower) && (extension === '' || AMBIGUOUS_EXTENSIONS.has(extension));
}

/** The type of a regular file, by its name and, where that does not decide, its first bytes (4 KiB are enough). */
export function contentType(name: string, head: Uint8Array = NO_BYTES): string {
  const lower = name.toLowerCase();
  const extension = extensionOf(lower);
  if (CODE_NAMES.has(lower)) return 'public.source-code';
  if (extension === '') return sniff(head);
  if (extension === 'key' && !isZip(head)) return 'public.data';
  if ((extension === 'ts' || extension === 'mts') && isTransportStream(head)) return 'public.mpeg-2-transport-stream';
  const known = typesByExtension.get(extension);
  return known ?? (KIND_EXTENSIONS.code.has(extension) ? 'public.source-code' : 'public.data');
}

/** A type and everything it conforms to, most specific first. */
export function contentTypeTree(type: string): string[] {
  const tree = new Set<string>();
  const climb = (from: string) => {
    tree.add(from);
    for (const parent of types.get(from)?.parents ?? []) climb(parent);
  };
  climb(type);
  return [...tree];
}

/** What people call a type. */
export function kindName(type: string): string {
  return types.get(type)?.name ?? 'Data';
}
