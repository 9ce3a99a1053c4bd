/** Reads a predicate back: its literals as Spotlight understands them, or an error when it is not of the form it should have. */
export function literalsOf(predicate: string): string[] {
  const literals: string[] = [];
  let at = 0;
  const take = (pattern: RegExp) => {
    const [found] = new RegExp(pattern, 'y' + pattern.flags).exec(predicate.slice(at)) ?? [];
    if (found === undefined) throw new Error(`${pattern} expected at ${at} of ${predicate}`);
    at += found.length;
    return found;
  };
  const literal = () => {
    const inside = take(/"(?:[^"'\\]|\\["'\\*?])*"cd/).slice(1, -3);
    if (!inside.startsWith('*') || !inside.endsWith('*') || inside.length < 3)
      throw new Error(`not anywhere: ${inside}`);
    const text = inside.slice(1, -1);
    if (/(?<!\\)(?:\\\\)*[*?]/.test(text)) throw new Error(`a wildcard is left in ${text}`);
    literals.push(text.replaceAll(/\\(.)/gs, '$1'));
  };
  for (;;) {
    take(/\(kMDItemTextContent == /);
    literal();
    take(/ \|\| kMDItemFSName == /);
    literal();
    take(/\)/);
    if (at === predicate.length) return literals;
    take(/ && /);
  }
}
