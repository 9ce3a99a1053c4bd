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

/** The last extension of a name without its dot. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1) : '';
}
