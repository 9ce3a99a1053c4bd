import type { Writer } from './writer.ts';

/** An open list. */
export interface List {
  readonly ordered: boolean;
  /** What follows the number, or stands for it. */
  readonly marker: string;
  readonly isTight: boolean;
  next: number;
  hasItems: boolean;
}

/** An open table. */
export interface Table {
  readonly rows: Cell[][];
  /** What stands before the first row, such as a caption. */
  readonly before: Writer;
  /** What stands outside any cell. */
  outside: Writer;
}

export interface Cell {
  readonly lines: readonly string[];
  readonly complex: boolean;
  readonly isHeader: boolean;
}
