/** Reads the input of a problem token by token, and refuses what a well-formed input cannot lead to. */
export function reader(input) {
  let position = 0;
  const word = () => {
    while (/\s/.test(input[position] ?? '')) position++;
    const start = position;
    while (position < input.length && !/\s/.test(input[position])) position++;
    if (start === position) throw new Error('the input ends too early');
    return input.slice(start, position);
  };
  const int = () => {
    const token = word();
    if (!/^-?\d+$/.test(token)) throw new Error(`"${token}" is not a number`);
    return Number(token);
  };
  const line = () => {
    if (input[position] === '\n') position++;
    const start = position;
    const end = input.indexOf('\n', start);
    position = end < 0 ? input.length : end;
    return input.slice(start, position);
  };
  const list = (length, read) => Array.from({ length }, () => read());
  return {
    word,
    int,
    line,
    list,
    big: () => BigInt(word()),
    ints: (length) => list(length, int),
    words: (length) => list(length, word),
    /** Edges of a graph on the nodes 0 to n - 1, with `extra` numbers after the two ends. */
    edges: (length, extra = 0) => list(length, () => [int() - 1, int() - 1, ...list(extra, int)]),
    end() {
      if (input.slice(position).trim() !== '')
        throw new Error(`the input goes on after its end: ${input.slice(position)}`);
    },
  };
}
