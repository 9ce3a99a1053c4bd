export const kinds = ['document', 'image', 'video', 'audio', 'pdf', 'code'] as const;

export type Kind = (typeof kinds)[number];

/** The kind that a word means, in any case. */
export function kindOf(word: string): Kind | undefined {
  const lower = word.toLowerCase();
  return kinds.find((kind) => kind === lower);
}
