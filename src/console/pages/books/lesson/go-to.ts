/** Leads to a line of the source or to a heading of a text that is shown, and marks it for a moment. */
export function goTo(text: HTMLElement, line: number | undefined, anchor: string): void {
  const place = line === undefined ? headingOf(text, anchor) : blockAt(text, line);
  if (place === undefined) return;
  place.scrollIntoView({ block: line === undefined ? 'start' : 'center' });
  place.classList.add('is-found');
}

/** The innermost block that begins at a line or before it. */
function blockAt(text: HTMLElement, line: number): HTMLElement | undefined {
  const blocks = Array.from(text.querySelectorAll<HTMLElement>('[data-line]'));
  return blocks.findLast((block) => Number(block.dataset.line) <= line);
}

function headingOf(text: HTMLElement, anchor: string): HTMLElement | undefined {
  if (anchor === '') return undefined;
  const headings = Array.from(text.querySelectorAll<HTMLElement>('h2, h3, h4, h5, h6'));
  return headings.find((heading) => slugOf(heading.textContent) === anchor.toLowerCase());
}

/** The name that links give to a heading: its words in small letters, with hyphens. */
function slugOf(words: string): string {
  return words
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}
