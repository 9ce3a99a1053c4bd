/** Tools of your own on the transports of Quartet: `quartet-mcp/kernel`. */

import * as z from 'zod';
import { readServeOptions } from '../cli/commands/serve/options.ts';
import type { Annotations } from '../kernel/annotations.ts';
import { Dispatcher, type OpenToolset } from '../kernel/dispatch.ts';
import { openLog } from '../kernel/log.ts';
import type { Identity } from '../kernel/session.ts';
import { type Call, defineTool as checkedTool, type Tool, type ToolOutput } from '../kernel/tool.ts';
import { defineToolset } from '../kernel/toolset.ts';
import { UnexpectedErrors } from '../kernel/unexpected-errors.ts';
import { serveStreams } from '../transports/stdio/serve.ts';
import type { ObjectOf, ObjectSchema } from './json-schema.ts';

export type { Annotations } from '../kernel/annotations.ts';
export { ToolFailure } from '../kernel/errors.ts';
export { CallFailure } from '../lib/failures.ts';
export type { ObjectOf, ObjectSchema, ValueSchema } from './json-schema.ts';

/** What a running tool may use besides its arguments. */
export interface ToolCall {
  /** Aborted when the client cancels the call or goes away, or when time is up. */
  readonly signal: AbortSignal;
  readonly caller: {
    readonly name: string;
    readonly version?: string | undefined;
    readonly subject?: string | undefined;
  };
  progress(done: number, total?: number, message?: string): void;
}

export interface ToolDefinition<Input extends ObjectSchema> {
  readonly name: string;
  readonly title?: string;
  /** For the model: what the tool does, and when to use it. */
  readonly description: string;
  readonly input: Input;
  /** The structured result; a tool without one gives `{ result: TEXT }`. */
  readonly output?: ObjectSchema;
  /** Left out, a tool counts as one that may change anything. */
  readonly annotations?: Partial<Annotations>;
  /** (default: 60 seconds) */
  readonly timeLimitMs?: number;
  /** Gives a text, or a text for the model and the same as data. Throw a `ToolFailure` to say what to do instead. */
  run(args: ObjectOf<Input>, call: ToolCall): Answer | Promise<Answer>;
}

export type Answer = string | { readonly text: string; readonly data: Record<string, unknown> };

/** A tool that is ready to be served. */
export interface ServableTool {
  readonly name: string;
}

export interface ServerDefinition {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  /** For the model: what the tools are for, and in which order to use them. */
  readonly instructions?: string;
  readonly tools: readonly ServableTool[];
}

const CAUTIOUS: Annotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};
const TEXT_ALONE: ObjectSchema = { type: 'object', properties: { result: { type: 'string' } }, required: ['result'] };

/** Makes a tool; its arguments are checked against `input` before `run` is called. */
export function defineTool<const Input extends ObjectSchema>(definition: ToolDefinition<Input>): ServableTool {
  const { title = definition.name, input, output = TEXT_ALONE, annotations, run, ...rest } = definition;
  return checkedTool({
    ...rest,
    title,
    input: objectType(input),
    output: objectType(output),
    annotations: { ...CAUTIOUS, destructiveHint: !annotations?.readOnlyHint, ...annotations },
    run: async (args, call: Call) => toOutput(await run(args as ObjectOf<Input>, call)),
  });
}

/** Serves one client on stdin and stdout, until it goes away. */
export async function serveStdio(server: ServerDefinition): Promise<void> {
  const log = openLog('warn', server.name);
  const dispatcher = new Dispatcher([toolsetOf(server)], { log });
  await serveStreams(process.stdin, process.stdout, identityOf(server), dispatcher, log).finished;
  await log.flush();
}

export interface HttpServeOptions {
  /** (default: 127.0.0.1); any other address needs tokens. */
  readonly host?: string;
  /** (default: 8000 or the next free one); 0 lets the system choose. */
  readonly port?: number;
  /** Who may call: `NAME TOKEN tools:call`, with `;` between. Without tokens only your own account on this machine may. */
  readonly tokens?: string;
}

export interface HttpServing {
  /** Where clients find the server. */
  readonly url: string;
  /** Finishes what runs, and closes. */
  stop(): Promise<void>;
}

/** Serves many clients over Streamable HTTP, with the limits of `quartet serve`. */
export async function serveHttp(server: ServerDefinition, options: HttpServeOptions = {}): Promise<HttpServing> {
  const [{ serveHttp: serve }, { toolsEndpoint }, { tellsAccounts }] = await Promise.all([
    import('../transports/http/serve.ts'),
    import('../transports/http/mcp/endpoint.ts'),
    import('../transports/http/gate/accounts.ts'),
  ]);
  const { host, port, tokens } = options;
  const flags = { console: false, ...(host && { host }), ...(port !== undefined && { port: `${port}` }) };
  const told = readServeOptions(flags, tokens ? { QUARTET_TOKENS: tokens } : {}, {
    readFile: () => '',
    ownToken: () => {
      throw new TypeError('This system does not tell whose a connection is: give tokens.');
    },
    tellsAccounts: tellsAccounts(),
    program: { command: '', args: [] },
  });
  const log = openLog('warn', server.name);
  const running = await serve(told, log, new UnexpectedErrors(log), async ({ observers }) => {
    const opened = [toolsetOf(server)];
    const endpoint = toolsEndpoint('/mcp', identityOf(server), new Dispatcher(opened, { log, observers }), log);
    return { opened, endpoints: [endpoint], absent: new Map(), leftOut: [] };
  });
  return {
    url: `${running.url}/mcp`,
    stop: async () => {
      await running.stop();
      await log.flush();
    },
  };
}

function objectType(schema: ObjectSchema): z.ZodObject {
  const type = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  if (type instanceof z.ZodObject) return type;
  throw new TypeError('The schema of a tool must be of type object.');
}

function toOutput(answer: Answer): ToolOutput {
  return typeof answer === 'string' ? { text: answer, data: { result: answer } } : answer;
}

function toolsetOf({ name, title = name, instructions = '', tools }: ServerDefinition): OpenToolset {
  const toolset = defineToolset<undefined>({
    id: name,
    server: { name, title },
    instructions,
    tools: tools as readonly Tool<undefined>[],
    open: () => undefined,
  });
  return { toolset, world: undefined };
}

function identityOf({ name, title = name, version, instructions = '' }: ServerDefinition): Identity {
  return { name, title, version, instructions };
}
