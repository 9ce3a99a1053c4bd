/** The last extension of a name without its dot; empty for `README`, `.profile` and `odd.`. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1) : '';
}
