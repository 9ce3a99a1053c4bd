import { atEndOfFile } from '../../../../../test/harness/end-of-file.ts';
import { AllowedRoots } from '../../../../engines/filesearch/allowed-roots.ts';
import type { Readers } from '../../../../engines/filesearch/documents/readers.ts';
import type { Engine } from '../../../../engines/filesearch/engine.ts';
import { Bench } from '../../../../engines/filesearch/testing/engine.ts';
import { Dispatcher } from '../../../../kernel/dispatch.ts';
import { parseJson } from '../../../../kernel/json.ts';
import { keepingLog, type LoggedEvent, origin } from '../../../../kernel/testing/toolsets.ts';
import type { Call } from '../../../../kernel/tool.ts';
import type { Log } from '../../../../lib/log.ts';
import { spotlight } from '../../index.ts';
import type { SpotlightWorld } from '../../spotlight-tool.ts';

export type Attributes = Record<string, unknown> & { _path: string };

export interface ToolAnswer {
  readonly text: string;
  /** What is said behind the text, if anything. */
  readonly remark: string | undefined;
  readonly isError: boolean;
  /** The text as JSON, when it is a list. */
  readonly results: readonly Attributes[];
  readonly structure: Record<string, unknown> | undefined;
  readonly meta: Record<string, unknown> | undefined;
  readonly events: readonly LoggedEvent[];
}

export interface Circumstances {
  readonly allow?: readonly string[];
  /** Replaces what the portable engine would do. */
  readonly engine?: Partial<Engine>;
  readonly now?: number;
  readonly fullMetadata?: boolean;
  readonly meta?: Record<string, unknown>;
  readonly signal?: AbortSignal;
  /** Makes room for bytes. */
  readonly reserve?: (bytes: number) => Promise<void>;
  /** Hears how far the call is. */
  readonly progress?: Call['progress'];
  /** The toolset's log, when it is not the dispatcher's. */
  readonly log?: Log;
}

let opened: { readonly portable: Engine; readonly readers: Readers } | undefined;

/** One engine for the tests of a file. */
function engineOfFile(): { readonly portable: Engine; readonly readers: Readers } {
  if (opened !== undefined) return opened;
  const bench = new Bench();
  const readers = bench.readers();
  opened = { portable: bench.engine({ workers: 1, accelerate: false, readers }), readers };
  atEndOfFile(() => {
    opened = undefined;
    return bench.end();
  });
  return opened;
}

/** Calls a tool as a client would, with JSON text or a value as its arguments. */
export async function ask(name: string, args: unknown, circumstances: Circumstances = {}): Promise<ToolAnswer> {
  const { allow = ['/'], engine, now = Date.now(), meta, signal = new AbortController().signal } = circumstances;
  const { log, events } = keepingLog();
  const { portable, readers } = engineOfFile();
  const world: SpotlightWorld = {
    engine: {
      name: portable.name,
      indexed: () => portable.indexed(),
      search: (query, request) => portable.search(query, request),
      byKind: (kind, request) => portable.byKind(kind, request),
      recent: (sinceMs, request) => portable.recent(sinceMs, request),
      close: () => portable.close(),
      ...engine,
    },
    allowedRoots: await AllowedRoots.open(allow),
    documents: readers,
    fullMetadata: circumstances.fullMetadata ?? false,
    log: circumstances.log ?? log,
    now: () => now,
  };
  const dispatcher = new Dispatcher([{ toolset: spotlight, world }], { log });
  const given = typeof args === 'string' ? parseJson(args) : args;
  const result = await dispatcher.call(
    name,
    given,
    origin({ meta, signal, reserve: circumstances.reserve, progress: circumstances.progress }),
  );
  const text = result.content[0]?.text ?? '';
  return {
    text,
    remark: result.content[1]?.text,
    isError: result.isError === true,
    results: text.startsWith('[') ? (JSON.parse(text) as Attributes[]) : [],
    structure: result.structuredContent,
    meta: result._meta as Record<string, unknown> | undefined,
    events,
  };
}

/** What is said behind a scope that cannot be searched. */
export function hint(...allowed: string[]): string {
  return `. Allowed: ${allowed.join(', ')}. Its user can start the server with --allow DIRECTORY to allow more`;
}

/** The names of the files that a search found below a folder, in their order. */
export function names({ results, text }: ToolAnswer, folder: string): string[] {
  if (!text.startsWith('[')) throw new Error(text);
  return results.map(({ _path }) => _path.slice(folder.length + 1));
}
