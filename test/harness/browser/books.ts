import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ServeProcess } from '../http-server.ts';
import { dataOf } from '../result-data.ts';

export const BOOK = 'sea-stories';
export const MOON = 'content/01-Tides/01-Basics/01-moon.md';
export const SUN = 'content/01-Tides/01-Basics/02-sun.md';
export const WAVES = 'content/02-Waves/01-Wind/01-waves.md';

/** A picture of one red dot. */
export const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

export const MOON_TEXT = `---
title: The moon
---

# The moon pulls

The force is $F = G\\frac{m_1 m_2}{r^2}$, and for two bodies:

$$
a = \\frac{F}{m}
$$

| body | pull |
|---|--:|
| moon | 2.2 |
| sun | 1.0 |

\`\`\`python
def pull(mass):
    return mass * 2  # roughly
\`\`\`

![A dot](../../../static/img/dot.png)

Next: [the sun](02-sun.md#its-part), or [elsewhere](https://example.com/).
`;

export const SUN_TEXT = `# The sun

One.

Two.

Three.

## Its part

It pulls less.
`;

/** Calls a tool of the books as another client, and gives its data. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
export async function callBooks(server: ServeProcess, tool: string, args: object, token?: string): Promise<any> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const { json } = await server.call('/mcp', tool, args, headers);
  return dataOf(json.result);
}

export function writeLesson(server: ServeProcess, path: string, content: string, more: object = {}) {
  return callBooks(server, 'write_content', { book_id: BOOK, path, content, ...more });
}

export async function readLesson(server: ServeProcess, path: string, more: object = {}) {
  return callBooks(server, 'read_content', { book_id: BOOK, path, ...more });
}

/** A small book with a table, code, formulas, a picture and links. */
export async function writeBook(server: ServeProcess, token?: string): Promise<void> {
  const texts = [
    [MOON, MOON_TEXT],
    [SUN, SUN_TEXT],
    [WAVES, '# Waves\n\nThe wind makes them.\n'],
    [MOON.replace('.md', '.summary.md'), 'The moon pulls more than the sun.\n'],
  ];
  for (const [path, content] of texts) {
    await callBooks(server, 'write_content', { book_id: BOOK, path, content }, token);
  }
  const dot = { book_id: BOOK, asset_type: 'img', filename: 'dot.png', binary_data: DOT };
  await callBooks(server, 'upload_asset', dot, token);
}

/** The address of the sample book in the page. */
export function placeOf(path = '', query = ''): string {
  return `#/books/${BOOK}${path === '' ? '' : `/${path}`}${query === '' ? '' : `?${query}`}`;
}

/** The page itself never scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(width).toBeLessThanOrEqual(room ?? 0);
}
