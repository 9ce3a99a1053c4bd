/** Something in a book that is not as it should be. */
export interface BookFinding extends Record<string, unknown> {
  readonly path: string;
  readonly issue: string;
  /** The first line is 1; absent for what is about the whole file. */
  readonly line?: number;
}
