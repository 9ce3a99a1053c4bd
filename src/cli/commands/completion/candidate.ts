/** Something that may stand where the cursor is. */
export interface Candidate {
  readonly value: string;
  readonly meaning?: string | undefined;
}
