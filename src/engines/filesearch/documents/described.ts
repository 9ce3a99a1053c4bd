const MOST_CHARACTERS = 10_000;
const MOST_NOTES = 500;

/** What a file says about itself. */
export interface Description {
  readonly title?: unknown;
  /** Author, sender, places, camera and so on. */
  readonly notes?: readonly unknown[];
}

/**
 * The text of a file behind what it says about itself, each on a line of its own, the title first. Where there is no title the text
 * comes first: whoever takes the first line for the title then has the best that there is.
 */
export function described({ title, notes = [] }: Description, text = ''): string {
  const first = line(title);
  const seen = new Set([first, '']);
  const lines: string[] = [];
  for (const note of notes) {
    const written = line(note);
    if (seen.has(written)) continue;
    seen.add(written);
    if (lines.push(written) === MOST_NOTES) break;
  }
  const parts = first === '' ? [text, ...lines] : [first, ...lines, text];
  return parts.filter((part) => part !== '').join('\n');
}

function line(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  // oxlint-disable-next-line no-control-regex -- tags are padded with zeros
  return value
    .slice(0, MOST_CHARACTERS)
    .replaceAll(/[\0\s]+/g, ' ')
    .trim();
}
