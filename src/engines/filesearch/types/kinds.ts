import { AMBIGUOUS_EXTENSIONS, CODE_NAMES, contentTypeTree, extensionOf, KIND_EXTENSIONS } from './content-type.ts';
import type { Kind } from './kind.ts';
import { isTransportStream, isZip, sniff } from './sniff.ts';

/** Whether a file is of a kind as far as its name tells; `look` when only its first bytes do. */
export function nameHasKind(name: string, kind: Kind): boolean | 'look' {
  const lower = name.toLowerCase();
  if (CODE_NAMES.has(lower)) return kind === 'code' || KIND_EXTENSIONS[kind].has(extensionOf(lower));
  const extension = extensionOf(lower);
  if (extension === '') return 'look';
  if (!AMBIGUOUS_EXTENSIONS.has(extension)) return KIND_EXTENSIONS[kind].has(extension);
  return (extension === 'key' ? kind === 'document' : kind === 'code' || kind === 'video') && 'look';
}

/** Whether a file with this name and these first bytes (4 KiB are enough) is of a kind. */
export function headHasKind(name: string, head: Uint8Array, kind: Kind): boolean {
  const byName = nameHasKind(name, kind);
  if (byName !== 'look') return byName;
  switch (extensionOf(name.toLowerCase())) {
    case 'ts':
    case 'mts':
      return isTransportStream(head) === (kind === 'video');
    case 'key':
      return isZip(head);
    default:
      return typeHasKind(sniff(head), kind);
  }
}

function typeHasKind(type: string, kind: Kind): boolean {
  return kind === 'document' ? DOCUMENT_TYPES.has(type) : contentTypeTree(type).includes(KIND_TYPES[kind]);
}

const KIND_TYPES: Readonly<Record<Exclude<Kind, 'document'>, string>> = {
  image: 'public.image',
  video: 'public.movie',
  audio: 'public.audio',
  pdf: 'com.adobe.pdf',
  code: 'public.source-code',
};

/** What a person would call a document, of the types that bytes alone can tell. */
const DOCUMENT_TYPES = new Set([
  'public.plain-text',
  'public.rtf',
  'public.html',
  'com.adobe.pdf',
  'com.adobe.postscript',
  'org.openxmlformats.wordprocessingml.document',
  'org.openxmlformats.spreadsheetml.sheet',
  'org.openxmlformats.presentationml.presentation',
  'org.oasis-open.opendocument.text',
  'org.oasis-open.opendocument.spreadsheet',
  'org.oasis-open.opendocument.presentation',
  'org.idpf.epub-container',
]);
