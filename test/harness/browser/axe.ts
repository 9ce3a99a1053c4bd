import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What keeps people from using the page, as axe sees it; light or dark as the page is now. */
export async function axeFindings(page: Page): Promise<string[]> {
  // As a script in the page it would be refused by the page's own rules.
  await page.evaluate(SOURCE);
  const violations = await page.evaluate<Violation[]>('axe.run(document).then(({ violations }) => violations)');
  return violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${impact} ${id}: ${help}\n${html}\n${failureSummary}`),
  );
}
