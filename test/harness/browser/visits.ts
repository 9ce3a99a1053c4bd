import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { type OpenPage, open } from './console-page.ts';

/** Opens pages that are closed with their test: no server lets somebody watch it from any number of pages. */
export function visits(): typeof open {
  const opened: OpenPage[] = [];
  afterEach(() => Promise.all(opened.splice(0).map(({ context }) => context.close())));
  return async (...args) => {
    const page = await open(...args);
    opened.push(page);
    return page;
  };
}

/** Whether a page has to be scrolled sideways. */
export function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth');
}

/** What was copied last. */
export function clipboard(page: Page): Promise<string> {
  return page.evaluate<string>('navigator.clipboard.readText()');
}

/** The calls of tools that a page makes from now on, as they are sent. */
export function toolCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    if (body.includes('"method":"tools/call"')) calls.push(body);
  });
  return calls;
}
