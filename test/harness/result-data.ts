interface Result {
  readonly isError?: boolean | undefined;
  readonly content: readonly { readonly text?: string }[];
  readonly structuredContent?: unknown;
}

/** What a result tells programs: its structure or, since a failure must have none, the JSON that a failure has as its text. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
export function dataOf(result: Result): any {
  if (!result.isError) return result.structuredContent;
  if ('structuredContent' in result) throw new Error('a failure has a structure, which no output schema allows');
  return JSON.parse(result.content[0]?.text ?? '');
}
