/** Which files of a scope a worker looks at: every name belongs to exactly one of them. */
export interface Share {
  readonly index: number;
  readonly count: number;
}

/** Whether a file, or the counting of a directory, is this worker's. */
export function owns(name: string, { index, count }: Share): boolean {
  if (count === 1) return true;
  let hash = name.length;
  for (let at = 0; at < name.length; at++) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) | 0;
  hash ^= hash >>> 15;
  return (hash >>> 0) % count === index;
}
