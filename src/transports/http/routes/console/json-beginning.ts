import { ExactNumber } from '../../../../kernel/json.ts';
import { beginning } from '../../../../kernel/text.ts';

const MAX_STRING_CHARS = 1000;

/** The beginning of a value as JSON. Only what is shown is looked at, so a large or deep value costs no more than a small one. */
export function jsonBeginning(value: unknown, maxChars: number): string {
  let text = '';
  const isFull = () => text.length >= maxChars;
  const write = (part: unknown): void => {
    if (typeof part === 'string') text += JSON.stringify(beginning(part, MAX_STRING_CHARS));
    else if (part instanceof ExactNumber) text += part.source;
    else if (Array.isArray(part)) writeList(part);
    else if (typeof part === 'object' && part !== null) writeMembers(part as Record<string, unknown>);
    else text += part === undefined ? 'null' : JSON.stringify(part);
  };
  const writeList = (list: readonly unknown[]) => {
    text += '[';
    for (let at = 0; at < list.length && !isFull(); at++) {
      if (at > 0) text += ',';
      write(list[at]);
    }
    text += ']';
  };
  const writeMembers = (part: Record<string, unknown>) => {
    const names = Object.keys(part);
    text += '{';
    for (let at = 0; at < names.length && !isFull(); at++) {
      const name = names[at] as string;
      if (at > 0) text += ',';
      write(name);
      text += ':';
      write(part[name]);
    }
    text += '}';
  };
  write(value);
  return beginning(text, maxChars);
}

/** The characters of all strings and names in a value, and one for anything else: near enough, and nothing is copied. */
export function sizeOf(root: unknown): number {
  let size = 0;
  // Without recursion, since the value may be nested arbitrarily deep.
  const open = [root];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part === 'string') size += part.length;
    else if (part instanceof ExactNumber) size += part.source.length;
    else if (Array.isArray(part)) for (const item of part) open.push(item);
    else if (typeof part === 'object' && part !== null) {
      for (const name of Object.keys(part)) {
        size += name.length;
        open.push((part as Record<string, unknown>)[name]);
      }
    } else if (part !== undefined) size++;
  }
  return size;
}
