import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';
import { atEndOfFile } from '../end-of-file.ts';
import { ServeProcess } from '../http-server.ts';

const ARGS = ['--no-sandbox', '--headless=shell', '--disable-gpu', '--disable-background-networking', '--no-first-run'];

let browser: Promise<Browser> | undefined;

/** A server with its console, stopped with the test file. */
export async function serve(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<ServeProcess> {
  const server = await ServeProcess.start(args, env);
  atEndOfFile(() => server.stop());
  return server;
}

export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What must not happen on any page: errors, refused requests of the page's own rules, requests to elsewhere. */
  readonly trouble: readonly string[];
}

/** Opens a place of the console in a browser tab of its own, which is closed with the test: a server lets only a few watch. */
export async function open(server: ServeProcess, place = '', options: BrowserContextOptions = {}): Promise<OpenPage> {
  const { program, env } = inject('browser');
  browser ??= chromium.launch({
    executablePath: program,
    args: ARGS,
    env: { ...(process.env as Record<string, string>), ...env },
  });
  const context = await (await browser).newContext({ viewport: { width: 1280, height: 860 }, ...options });
  onTestFinished(() => context.close());
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(`error: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (4\d\d|5\d\d)/.test(message.text())) trouble.push(message.text());
  });
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.url)) {
      trouble.push(`request to ${request.url()}`);
    }
  });
  await page.goto(`${server.url}/${place}`);
  return { page, context, trouble };
}
