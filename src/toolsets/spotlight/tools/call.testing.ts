import { Dispatcher } from '../../../kernel/dispatch.ts';
import { parseJson } from '../../../kernel/json.ts';
import type { Log } from '../../../kernel/log.ts';
import { keepingLog, type LoggedEvent, origin } from '../../../kernel/toolsets.testing.ts';
import type { Engine } from '../engine.ts';
import { spotlight } from '../index.ts';
import { richMetadata } from '../metadata/rich.ts';
import { createNaiveEngine } from '../naive-engine.testing.ts';
import { Territory } from '../scope.ts';
import type { SpotlightWorld } from '../world.ts';

export type Attributes = Record<string, unknown> & { _path: string };

export interface Told {
  readonly text: string;
  readonly isError: boolean;
  /** The text as JSON, when it is a list. */
  readonly results: readonly Attributes[];
  readonly structure: Record<string, unknown> | undefined;
  readonly meta: Record<string, unknown> | undefined;
  readonly events: readonly LoggedEvent[];
}

export interface Circumstances {
  readonly allow?: readonly string[];
  readonly engine?: Partial<Engine>;
  readonly now?: number;
  readonly meta?: Record<string, unknown>;
  readonly signal?: AbortSignal;
  /** The toolset's log, when it is not the dispatcher's. */
  readonly log?: Log;
}

/** Calls a tool as a client would, with JSON text or a value as its arguments. */
export async function ask(name: string, args: unknown, circumstances: Circumstances = {}): Promise<Told> {
  const { allow = ['/'], engine, now = Date.now(), meta, signal = new AbortController().signal } = circumstances;
  const { log, events } = keepingLog();
  const world: SpotlightWorld = {
    engine: { ...createNaiveEngine({ budgetMs: 60_000, everything: false }), ...engine },
    territory: await Territory.open(allow),
    metadata: { tell: richMetadata, close: async () => {} },
    log: circumstances.log ?? log,
    now: () => now,
  };
  const dispatcher = new Dispatcher([{ toolset: spotlight, world }], { log });
  const given = typeof args === 'string' ? parseJson(args) : args;
  const result = await dispatcher.call(name, given, origin({ meta, signal }));
  const text = result.content[0]?.text ?? '';
  return {
    text,
    isError: result.isError === true,
    results: text.startsWith('[') ? (JSON.parse(text) as Attributes[]) : [],
    structure: result.structuredContent,
    meta: result._meta as Record<string, unknown> | undefined,
    events,
  };
}

/** The names of the files that a search found below a folder, in their order. */
export function names({ results, text }: Told, folder: string): string[] {
  if (!text.startsWith('[')) throw new Error(text);
  return results.map(({ _path }) => _path.slice(folder.length + 1));
}
