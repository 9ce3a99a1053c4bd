import type { Kind } from './kind.ts';
import { isTransportStream, isZip, sniff } from './sniff.ts';
import { TYPE_ROWS } from './type-table.ts';

export { type DocumentFormat, documentFormat } from './document-format.ts';

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

/** The last extension of a name without its dot; empty for `README`, `.profile` and `odd.`. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1) : '';
}

const words = (text: string) => new Set(text.split(/\s+/));

/** The extensions that make a file one of a kind; a file may be of several. */
export const KIND_EXTENSIONS: Readonly<Record<Kind, ReadonlySet<string>>> = {
  image: words(
    `jpg jpeg jpe jfif png apng gif bmp dib tif tiff webp heic heif avif jxl jp2 j2k ico icns svg svgz psd xcf tga exr hdr ppm pgm
    pbm pnm qoi pcx dng cr2 cr3 nef arw orf rw2 raf pef srw`,
  ),
  video: words('mp4 m4v mov qt avi mkv webm mpg mpeg mpe m2v m2ts 3gp 3g2 flv f4v wmv asf ogv vob mxf rm rmvb dv'),
  audio: words(
    'mp3 m4a m4b aac flac wav wave aif aiff aifc ogg oga opus wma caf amr ape mka mid midi au snd ac3 dts wv mpc ra',
  ),
  pdf: words('pdf'),
  code: words(
    `c h cc cpp cxx hh hpp hxx m mm swift java kt kts scala groovy go rs py pyi pyw rb pl pm php js mjs cjs jsx ts tsx mts cts cs
    fs fsx vb lua r jl hs lhs ml mli ex exs erl hrl clj cljs cljc lisp el scm rkt dart zig nim d pas asm s sh bash zsh fish ksh
    csh ps1 psm1 bat cmd awk tcl sql vue svelte astro f f90 f95 for cob cbl cpy ada adb ads v sv vhd vhdl proto thrift graphql
    gql cmake mk gradle tf sol cu cuh metal glsl hlsl`,
  ),
  document: words(
    `txt text md markdown mdx rst adoc org tex rtf rtfd log csv tsv html htm xhtml mhtml doc docx docm dot dotx odt ott pages xls
    xlsx xlsm ods numbers ppt pptx odp key epub mobi azw3 fb2 djvu ps eml msg pdf`,
  ),
};

/** Files that are code by their whole name, in lower case. */
export const CODE_NAMES = words('makefile gnumakefile cmakelists.txt dockerfile jenkinsfile rakefile gemfile');

/** Extensions that mean two things: only the bytes tell an MPEG transport stream from TypeScript, or a Keynote file from a key. */
export const AMBIGUOUS_EXTENSIONS = words('ts mts key');
