/** What the chips say for a kind of `search_by_kind`. */
const LABELS: Readonly<Record<string, string>> = {
  document: 'Documents',
  image: 'Pictures',
  video: 'Films',
  audio: 'Music',
  pdf: 'PDF',
  code: 'Code',
};

export function kindLabel(kind: string): string {
  return LABELS[kind] ?? kind;
}

const words = (text: string) => new Set(text.split(/\s+/));

/** By which extensions the server tells a kind; a test keeps them the same. */
const EXTENSIONS: Readonly<Record<string, ReadonlySet<string>>> = {
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

const CODE_NAMES = words('makefile gnumakefile cmakelists.txt dockerfile jenkinsfile rakefile gemfile');

/** What the server calls the type of a file without an extension, which it knows by its first bytes. */
const TYPE_NAMES: Readonly<Record<string, RegExp>> = {
  image: /\b(image|icon)$/i,
  video: /\b(movie|video|stream)$/i,
  audio: /\baudio(book)?$/i,
  pdf: /^PDF /,
  code: /\b(source|header|script)$|^Source code$/i,
  document: /^(?!XML ).*\b(document|workbook|presentation|book)$|^OpenDocument /i,
};

/** Whether a file is of a kind, by its name and by what the server calls its type. */
export function isOfKind(name: string, type: string, kind: string): boolean {
  const lower = name.toLowerCase();
  const extension = extensionOf(lower);
  if (CODE_NAMES.has(lower) && kind === 'code') return true;
  // These mean two things, and the server has looked into the file.
  const isByType = extension === '' || extension === 'ts' || extension === 'mts' || extension === 'key';
  if (isByType && !CODE_NAMES.has(lower)) return TYPE_NAMES[kind]?.test(type) ?? false;
  return EXTENSIONS[kind]?.has(extension) ?? false;
}

/** The last extension of a name without its dot. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1) : '';
}
