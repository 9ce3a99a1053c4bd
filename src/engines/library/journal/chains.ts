/** The end of a book's chain: kept elsewhere, it tells later that nothing before it was changed. */
export interface ChainHead {
  readonly bookId: string;
  readonly entries: number;
  /** That of the last entry. */
  readonly hash: string;
}

/** The end of a chain, and what was taken out at its beginning. */
export interface Chain extends ChainHead {
  readonly removed: { readonly entries: number; readonly at: string } | undefined;
}

/** What is known of a file after its entries were taken out of the log. */
export interface KeptFile {
  readonly path: string;
  readonly userId: string;
  /** Null when it was gone. */
  readonly sha256: string | null;
  /** What the last ingest has left, null when there was none. */
  readonly ingested: string | null;
}

export interface ChainReport {
  readonly valid: boolean;
  readonly entries: number;
  /** The ids of rows at which a chain does not hold, with the reason. */
  readonly breaks: readonly { readonly id: number; readonly reason: string }[];
}
