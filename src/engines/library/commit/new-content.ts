/** Bytes and their hash. */
export interface HashedBytes {
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** Bytes for a file: here, or staged already because they are too many to be held. */
export type NewContent = HashedBytes | { readonly staged: string; readonly size: number; readonly sha256: string };

export function sizeOf(content: NewContent): number {
  return 'bytes' in content ? content.bytes.length : content.size;
}
