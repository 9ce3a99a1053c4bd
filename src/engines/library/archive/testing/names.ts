/** A name such as archives have. */
export function named(book: string): string {
  return `${book}-2026-01-01-0123456789abcdef.zip`;
}
