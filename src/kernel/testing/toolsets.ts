import * as z from 'zod';
import type { Log, LogEvent } from '../../lib/log.ts';
import type { Origin } from '../call.ts';
import { Dispatcher, type DispatcherOptions, type EndedCall, type Outcome } from '../dispatch.ts';
import { type Call, defineTool, pure, type Tool, type ToolOutput } from '../tool.ts';
import { defineToolset, type Toolset } from '../toolset.ts';

export interface LoggedEvent {
  readonly level: string;
  readonly fields: Record<string, unknown>;
  readonly message: string;
}

/** A log that keeps its events. */
export function keepingLog(): { log: Log; events: LoggedEvent[] } {
  const events: LoggedEvent[] = [];
  const keep =
    (level: string): LogEvent =>
    (fields, message) =>
      void events.push({ level, fields, message });
  const log: Log = {
    error: keep('error'),
    warn: keep('warn'),
    info: keep('info'),
    debug: keep('debug'),
    trace: keep('trace'),
    flush: async () => {},
  };
  return { log, events };
}

/** A tool that takes anything: the arguments reach `run` as they came. */
export function sampleTool(
  name: string,
  run: (args: Record<string, unknown>, call: Call) => ToolOutput | Promise<ToolOutput>,
  more: Partial<Tool> = {},
): Tool {
  const { input: _input, output: _output, run: _run, ...rest } = more;
  return defineTool({
    name,
    title: `Sample ${name}`,
    description: `Does ${name}.`,
    input: z.looseObject({}),
    output: z.looseObject({}),
    annotations: pure,
    ...rest,
    run,
  });
}

export function sampleToolset(tools: readonly Tool[], more: Partial<Toolset> = {}): Toolset {
  return defineToolset({
    id: 'sample',
    server: { name: 'sample-server', title: 'Sample' },
    instructions: 'Samples.',
    tools,
    open: () => undefined,
    ...more,
  });
}

export interface SampleDispatcher {
  readonly dispatcher: Dispatcher;
  readonly events: LoggedEvent[];
  readonly outcomes: [tool: string, outcome: Outcome][];
}

/** A dispatcher over some tools that remembers what it logged and metered. */
export function sampleDispatcher(
  tools: readonly Tool[],
  options: Partial<DispatcherOptions> = {},
  toolset: Partial<Toolset> = {},
  world?: unknown,
): SampleDispatcher {
  const { log, events } = keepingLog();
  const outcomes: [string, Outcome][] = [];
  const observers = [({ tool, outcome }: EndedCall) => void outcomes.push([tool, outcome])];
  const dispatcher = new Dispatcher([{ toolset: sampleToolset(tools, toolset), world }], {
    log,
    observers,
    ...options,
  });
  return { dispatcher, events, outcomes };
}

/** An origin that nobody cancels by default. */
export function origin(more: Partial<Origin> = {}): Origin {
  return { signal: new AbortController().signal, caller: { name: 'tester', version: '1' }, ...more };
}

export function textOutput(text: string): ToolOutput {
  return { text, data: { text } };
}

/** A tool that never answers, and the signals it was given. */
export function hangingTool(more: Partial<Tool> = {}): { tool: Tool; signals: AbortSignal[] } {
  const signals: AbortSignal[] = [];
  const hang = sampleTool(
    'hang',
    (_, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    },
    more,
  );
  return { tool: hang, signals };
}

export function raise(error: unknown): never {
  throw error;
}

/** The error of a promise, or nothing. */
export function caught(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}
