import { painter } from '../../../lib/paint.ts';
import { showsColours } from '../../terminal/colours.ts';
import type { Announced } from './facts.ts';

/** A stream that somebody may be looking at. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** What is said once a server listens: a banner to a person at a terminal; to a program its address, and no secret. */
export async function announcement(announced: Announced, { isTTY, columns }: Output): Promise<string> {
  const { url, root, own, env } = announced;
  if (!isTTY) return `Quartet serves MCP at ${url}${root}\n${own ? `Clients need the token in ${own.file}\n` : ''}`;
  // What only a person needs is loaded only for one.
  const [{ banner }, { bannerFacts }] = await Promise.all([import('./banner.ts'), import('./facts.ts')]);
  return banner(bannerFacts(announced), painter(showsColours(env)), columns);
}
