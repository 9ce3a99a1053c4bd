import type * as z from 'zod';
import { ToolFailure } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { type Annotations, type Call, defineTool, type Tool, type ToolOutput } from '../../kernel/tool.ts';
import type { RawArguments } from './arguments.ts';
import type { Engine } from './engine.ts';
import { ArgumentFailure, queryFailed } from './failures.ts';
import type { MetadataThread } from './metadata/thread.ts';
import { MAX_BUDGET_MS } from './options.ts';
import type { Territory } from './scope.ts';

/** What the tools work with. */
export interface SpotlightWorld {
  readonly engine: Engine;
  readonly territory: Territory;
  readonly metadata: Pick<MetadataThread, 'tell' | 'close'>;
  readonly log: Log;
  now(): number;
}

export type SpotlightCall = Call<SpotlightWorld>;

interface Definition<Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: Output;
  look(args: RawArguments, call: SpotlightCall): Promise<ToolOutput<z.input<Output>>>;
}

/** Reads files on this machine, and changes none. */
const looks: Annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** A tool of this toolset: reads only, and says in the log that it was called and how that ended, but never with what. */
export function lookingTool<Output extends z.ZodObject>({ look, ...rest }: Definition<Output>): Tool<SpotlightWorld> {
  return defineTool({
    ...rest,
    annotations: looks,
    exactNumbers: true,
    timeLimitMs: MAX_BUDGET_MS + 30_000,
    run: async (args: RawArguments, call: SpotlightCall) => {
      const { log } = call.world;
      log.debug({ tool: rest.name }, 'Tool invoked');
      try {
        return await look(args, call);
      } catch (error) {
        if (call.signal.aborted) throw call.signal.reason;
        const failure = asFailure(error);
        if (failure instanceof ArgumentFailure) log.warn({ tool: rest.name }, 'Validation failed');
        else log.error({ tool: rest.name }, 'Tool execution failed');
        throw failure;
      }
    },
  });
}

/** What the system says about a failure names files, so it goes to nobody. */
function asFailure(error: unknown): ToolFailure {
  return error instanceof ToolFailure ? error : queryFailed('the search engine stopped unexpectedly; try again');
}
