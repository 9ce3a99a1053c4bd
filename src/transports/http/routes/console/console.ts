import type { Authentication } from '../../gate/auth.ts';
import type { Limits } from '../../gate/limits.ts';
import { METRICS_SCOPE } from '../../gate/principal.ts';
import { tooMany } from '../../refusals.ts';
import { type Answer, Plain, type RequestContext } from '../../request-context.ts';
import type { CallFeed } from './call-feed.ts';
import { ConsoleEvents } from './events.ts';
import type { LiveStory, ProgramCommand } from './live-story.ts';
import { PageFiles } from './page-files.ts';

export interface ConsoleOptions {
  /** Where the files of the page are. */
  readonly folder: URL;
  /** Whether those who watch see arguments and results. */
  readonly payloads: boolean;
  /** What clients start that want a process of their own. */
  readonly program: ProgramCommand;
}

interface Gate {
  readonly authentication: Authentication;
  readonly limits: Limits;
}

/** The page for people: its files, and the one stream of events that it listens to. All else it does as an MCP client. */
export class Console {
  readonly #files: PageFiles;
  readonly #events: ConsoleEvents;

  constructor({ folder }: ConsoleOptions, feed: CallFeed, story: LiveStory) {
    this.#files = new PageFiles(folder);
    this.#events = new ConsoleEvents(feed, story);
  }

  file(context: RequestContext, name: string): Promise<Answer> {
    return this.#files.answer(context, name);
  }

  async watch(context: RequestContext, { authentication, limits }: Gate): Promise<Answer> {
    if (context.incoming.method !== 'GET') {
      return context.refuse(405, 'method', 'Events are fetched with GET.', { allow: 'GET' });
    }
    const look = () => authentication.principalOf(context, '', METRICS_SCOPE);
    const principal = await look();
    if (principal instanceof Plain) return principal;
    const wait = limits.take(principal.key);
    if (wait > 0) return tooMany(context, 'rate', wait);
    return this.#events.answer(context, principal, async () => {
      // The account behind a connection stays the same.
      const now = authentication.required ? await look() : principal;
      return now instanceof Plain ? undefined : now;
    });
  }

  close(): void {
    this.#events.close();
  }
}
