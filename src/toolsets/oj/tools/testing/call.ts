import type { CallResult } from '../../../../kernel/call.ts';
import { Dispatcher } from '../../../../kernel/dispatch.ts';
import { parseJson } from '../../../../kernel/json.ts';
import { keepingLog, origin } from '../../../../kernel/testing/toolsets.ts';
import { oj } from '../../index.ts';
import type { Judge, Reply } from '../../judge.ts';
import type { OjWorld } from '../../world.ts';

interface Asked {
  readonly result: CallResult;
  /** The paths that the judge was asked for. */
  readonly paths: readonly string[];
}

interface Circumstances {
  readonly status?: number;
  /** A value, or JSON as the judge writes it. */
  readonly body?: unknown;
  readonly hasToken?: boolean;
  readonly now?: string;
}

/** Calls a tool as a client would. The judge answers as told and notes what it is asked. */
export async function ask(name: string, args: unknown, circumstances: Circumstances = {}): Promise<Asked> {
  const { status = 200, body = {}, hasToken = true, now = '2026-01-01T00:00:00Z' } = circumstances;
  const paths: string[] = [];
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const reply: Reply = { status, contentType: 'application/json', body: Buffer.from(text) };
  const judge: Judge = {
    hasToken,
    get: async (path) => {
      paths.push(path);
      return reply;
    },
    close: async () => {},
  };
  const world: OjWorld = { judge, now: () => new Date(now) };
  const dispatcher = new Dispatcher([{ toolset: oj, world }], { log: keepingLog().log });
  const given = typeof args === 'string' ? parseJson(args) : args;
  return { result: await dispatcher.call(name, given, origin()), paths };
}

/** A refusal that reached no judge. */
export function refusedWith(text: string): Asked {
  return { result: { content: [{ type: 'text', text }], isError: true }, paths: [] };
}
