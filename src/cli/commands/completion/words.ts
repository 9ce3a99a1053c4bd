/** The words of a line that somebody types, as a shell would split them; the last one is where the cursor is, empty after a blank. */
export function splitLine(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const char = line[at] ?? '';
    if (quote !== undefined) {
      if (char === quote) quote = undefined;
      else word = `${word ?? ''}${char}`;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (char === '\\') {
      word = `${word ?? ''}${line[++at] ?? ''}`;
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = `${word ?? ''}${char}`;
  }
  return [...words, word ?? ''];
}
