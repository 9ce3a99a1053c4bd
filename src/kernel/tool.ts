import type * as z from 'zod';
import type { Annotations } from './annotations.ts';

export type { Annotations } from './annotations.ts';

/** Reads only, always answers the same, and stays inside this program. */
export const pure: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** The client that is calling, as far as the protocol or a token tells. */
export interface Caller {
  readonly name: string;
  readonly version?: string | undefined;
  /** Whom a token names; absent where nobody had to show one. */
  readonly subject?: string | undefined;
}

/** What a running tool may use besides its arguments. */
export interface Call<World = unknown> {
  readonly world: World;
  readonly signal: AbortSignal;
  readonly caller: Caller;
  /** What the client said about the request rather than in it: its `_meta`, empty when there is none. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Waits until so many bytes may be held; they are held until the answer has left. To be asked before something large is read. */
  reserve(bytes: number): Promise<void>;
  /** Tells a client that wants to hear it how far the call is; `meta` is what programs may show before there is an answer. */
  progress(done: number, total?: number, message?: string, meta?: Readonly<Record<string, unknown>>): void;
}

/** How often an answer's bytes are there at once: as data, as text, as text within JSON, as structure, and on their way. */
export const ANSWER_COPIES = 6;

/** One value, told twice: `text` for the model, `data` for programs. */
export interface ToolOutput<Data = Record<string, unknown>> {
  readonly text: string;
  readonly data: Data;
  /** A sentence in a text of its own behind the first, which stays what programs expect: that a list goes on, and how. */
  readonly remark?: string;
  /** The data as JSON, when the tool has it at hand anyway, so that it need not be written twice. */
  readonly dataText?: string;
  /** Whether this very object may be given again for another call, so that its JSON is worth keeping. */
  readonly lasts?: boolean;
  /** What is about the result rather than in it, such as that a list was cut; becomes `_meta`. */
  readonly meta?: Record<string, unknown>;
}

/** A tool is a value: its contract, and a `run` of a few lines that calls the domain. */
export interface Tool<World = unknown> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly annotations: Annotations;
  /** Beyond what the server is asked to have: listed only where somebody wants such tools. */
  readonly extra?: true;
  /** Arguments keep numbers as written (`ExactNumber`) where a double would change them. */
  readonly exactNumbers?: boolean;
  readonly timeLimitMs?: number;
  /** A call may need this many bytes over HTTP, where most fit into far fewer. */
  maxRequestBytes?(world: World): number;
  run(args: never, call: Call<World>): ToolOutput | Promise<ToolOutput>;
}

interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject, World>
  extends Omit<Tool<World>, 'input' | 'output' | 'run'> {
  readonly input: Input;
  readonly output: Output;
  run(args: z.output<Input>, call: Call<World>): ToolOutput<z.input<Output>> | Promise<ToolOutput<z.input<Output>>>;
}

/** Checks a tool's types and returns it as it is. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject, World = unknown>(
  definition: ToolDefinition<Input, Output, World>,
): Tool<World> {
  return definition;
}
