export const kinds = ['document', 'image', 'video', 'audio', 'pdf', 'code'] as const;

export type Kind = (typeof kinds)[number];
