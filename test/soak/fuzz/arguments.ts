import { loadToolsets, TOOLSET_IDS } from '../../../src/cli/toolsets.ts';
import { Dispatcher, type OpenToolset } from '../../../src/kernel/dispatch.ts';
import { parseJson } from '../../../src/kernel/json.ts';
import { listingOf } from '../../../src/kernel/schema.ts';
import type { Tool } from '../../../src/kernel/tool.ts';
import type { Log } from '../../../src/lib/log.ts';
import type { Random } from '../../harness/random.ts';
import { textFor } from './argument-texts.ts';
import { nearlyValid, validArguments, wildValue } from './from-schema.ts';
import { Ground } from './ground.ts';
import { mustHold, type Sort, shown } from './sort.ts';

interface Input {
  readonly tool: string;
  /** As it comes over the wire. */
  readonly json: string;
}

/** Seldom drawn: each call of these takes many milliseconds, or takes away what others read. */
const RARE = new Set(['find_similar_problems', 'get_book_archive', 'delete_content', 'delete_asset', 'move_content']);
const HIDDEN_BUG = 'stopped unexpectedly';

const toolsets = await loadToolsets(TOOLSET_IDS);
const tools = new Map(toolsets.flatMap((toolset) => toolset.tools.map((tool) => [tool.name, tool] as const)));
const drawn = [...tools.keys()].flatMap((name) => (RARE.has(name) ? [name] : Array.from({ length: 12 }, () => name)));

const broken: unknown[] = [];
const ignore = () => {};
const log: Log = {
  error: ({ err }) => err !== undefined && broken.push(err),
  warn: ignore,
  flush: async () => {},
};
let ground: Ground | undefined;
let opened: OpenToolset[] = [];
let dispatcher: Dispatcher | undefined;

/** Calls of every tool, extra ones too, through the dispatcher, on a small library and a few files. */
export const toolArguments: Sort<Input> = {
  renewEvery: 1000,
  renew: async () => {
    await close();
    ground = await Ground.make();
    const options = ground.options;
    opened = await Promise.all(toolsets.map(async (toolset) => ({ toolset, world: await toolset.open(options, log) })));
    dispatcher = new Dispatcher(opened, { log });
    for (const [tool, args] of ground.firstCalls) await dispatcher.call(tool, args, origin());
  },
  make: (random) => {
    const name = random.pick(drawn);
    return {
      tool: random.below(200) === 0 ? 'no_such_tool' : name,
      json: JSON.stringify(argumentsOf(tools.get(name) as Tool, random)),
    };
  },
  run: ({ tool, json }) => call(tool, ground?.inPlace(json) ?? json),
  show: shown,
  close,
};

function argumentsOf(tool: Tool, random: Random): unknown {
  const kind = random.below(10);
  if (kind === 0) return wildValue(random);
  const valid = validArguments(
    listingOf(tool).inputSchema,
    (name, numbers) => textFor(tool.name, name, numbers),
    random,
  );
  return kind < 7 ? valid : nearlyValid(valid, random);
}

async function call(name: string, json: string): Promise<void> {
  broken.length = 0;
  const result = await (dispatcher as Dispatcher).call(name, parseJson(json), origin()).catch((error: unknown) => {
    throw broken[0] ?? error;
  });
  if (broken.length > 0) throw broken[0];
  const [{ text } = { text: '' }] = result.content;
  const again = JSON.parse(JSON.stringify(result)) as typeof result;
  if (result.isError) {
    mustHold(
      text !== '' && again.structuredContent === undefined,
      'a failure says what is wrong, and has no structure',
    );
    mustHold(!text.includes(HIDDEN_BUG), text);
    return;
  }
  const fit = tools.get(name)?.output.safeParse(again.structuredContent);
  mustHold(fit?.success === true, `the answer fits the output schema: ${fit?.error?.message}`);
}

function origin() {
  return { signal: new AbortController().signal, caller: { name: 'fuzz', version: '1' } };
}

async function close(): Promise<void> {
  for (const { toolset, world } of opened) await toolset.close?.(world);
  opened = [];
  await ground?.remove();
  ground = undefined;
}
