/** Breaks a text between words; a word that is too long, such as a path, is left whole. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > width) {
    const within = rest.lastIndexOf(' ', width);
    const at = within > 0 ? within : rest.indexOf(' ');
    if (at < 0) break;
    lines.push(rest.slice(0, at));
    rest = rest.slice(at + 1);
  }
  return [...lines, rest];
}
