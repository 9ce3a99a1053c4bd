import { chromium } from 'playwright-core';
import { findBrowser } from '../../harness/browser/program.ts';

const ARGS = ['--no-sandbox', '--headless=shell', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
const PLACES = ['', '#/books', '#/files', '#/tools', '#/connect'];

export interface OpenConsole {
  /** Goes on to the next page. */
  visitNext(): Promise<void>;
  /** What must not have happened, and whether the page still shows the calls. */
  troubles(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Opens the console of a server in a real browser, where it listens to every call. */
export async function openConsole(url: string): Promise<OpenConsole> {
  const { program, env } = await findBrowser();
  const browser = await chromium.launch({
    executablePath: program,
    args: ARGS,
    env: { ...(process.env as Record<string, string>), ...env },
  });
  const page = await browser.newPage();
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(`the console: ${error.message}`));
  page.on('crash', () => trouble.push('the console: the page crashed'));
  await page.goto(`${url}/`);
  await page.getByRole('region', { name: 'Calls' }).waitFor();
  let visits = 0;
  return {
    visitNext: async () => {
      await page.goto(`${url}/${PLACES[++visits % PLACES.length]}`);
    },
    troubles: async () => {
      try {
        await page.goto(`${url}/`);
        await page
          .getByRole('button', { name: /: details$/ })
          .first()
          .waitFor({ timeout: 30_000 });
      } catch (error) {
        trouble.push(`the console shows no calls: ${String(error).slice(0, 300)}`);
      }
      return trouble;
    },
    close: () => browser.close(),
  };
}
