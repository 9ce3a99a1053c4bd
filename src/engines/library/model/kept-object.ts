/** Where the bytes of a version are kept. Only the storage knows what it means. */
export interface ObjectPlace {
  /** A pack of objects, or the name of one. */
  readonly container: string;
  readonly position: number;
  /** Bytes that it takes there. */
  readonly stored: number;
}

/** The bytes of a version, named by their hash, with their place. */
export interface KeptObject extends ObjectPlace {
  readonly sha256: string;
  /** Bytes that come out. */
  readonly size: number;
}
