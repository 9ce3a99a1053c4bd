export const kinds = ['document', 'image', 'video', 'audio', 'pdf', 'code'] as const;

export type Kind = (typeof kinds)[number];

const EXTENSIONS: Record<Kind, readonly string[]> = {
  document: ['txt', 'md', 'html', 'csv', 'log', 'pdf'],
  image: ['png', 'jpg', 'gif'],
  video: ['mp4'],
  audio: ['mp3'],
  pdf: ['pdf'],
  code: ['c', 'h', 'py', 'js', 'ts'],
};

/** Whether a name alone decides; 'look' when the first 4 KiB must be seen. */
export function nameHasKind(name: string, kind: Kind): boolean | 'look' {
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return 'look';
  return EXTENSIONS[kind].includes(name.slice(dot + 1).toLowerCase());
}

/** Whether a file of this name that begins so is of the kind. */
export function headHasKind(_name: string, head: Uint8Array, kind: Kind): boolean {
  const start = Buffer.from(head.subarray(0, 5)).toString('latin1');
  if (kind === 'code') return start.startsWith('#!');
  return (kind === 'pdf' || kind === 'document') && start === '%PDF-';
}
