import { Dispatcher } from '../../kernel/dispatch.ts';
import { ProtocolFailure } from '../../kernel/errors.ts';
import { parseJson } from '../../kernel/json.ts';
import { openLog } from '../../kernel/log.ts';
import { listingOf } from '../../kernel/schema.ts';
import type { Tool } from '../../kernel/tool.ts';
import { VERSION } from '../../version.ts';
import { toolFilter } from '../options/selection.ts';
import { type Settings, selfContained } from '../options/settings.ts';
import { closeAll, configured, openOne } from '../server.ts';
import { suggestion, UsageError } from '../terminal/usage.ts';
import { isToolsetId, loadToolsets, TOOLSET_IDS } from '../toolsets.ts';

/** Calls one tool in this process and prints what it says. The exit code is 1 when the tool reports an error. */
export async function callTool(name: string, words: readonly string[], json: boolean, told: Settings): Promise<number> {
  const settings = selfContained(told);
  const toolsets = await loadToolsets(settings.toolsets ?? TOOLSET_IDS);
  // Whoever names a tool wants it.
  const selected = toolFilter(toolsets, { ...settings, extras: true });
  const tools = toolsets.flatMap((toolset) => toolset.tools.filter(selected));
  const tool = tools.find((candidate) => candidate.name === name);
  const owner = toolsets.find((toolset) => toolset.tools.some((candidate) => candidate === tool));
  if (tool === undefined || owner === undefined) {
    const known = tools.map((candidate) => candidate.name);
    throw new UsageError(`unknown tool '${name}'. ${suggestion(name, known)}`);
  }
  const args = readArguments(tool, words);
  if (isToolsetId(owner.id)) configured(owner.id, settings);

  const log = openLog(settings.logLevel, owner.server.name, settings.logStyle);
  const opened = [await openOne(owner, settings, log)];
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort(new Error('interrupted')));
  try {
    const dispatcher = new Dispatcher(opened, { log, timeLimitMs: settings.timeLimitMs });
    const origin = { signal: stop.signal, caller: { name: 'quartet call', version: VERSION } };
    const result = await dispatcher.call(name, args, origin);
    const text = json ? JSON.stringify(result, undefined, 2) : result.content.map((item) => item.text).join('\n');
    process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
    return result.isError ? 1 : 0;
  } catch (error) {
    if (!(error instanceof ProtocolFailure)) throw error;
    process.stderr.write(`quartet: ${error.message}\n`);
    return 1;
  } finally {
    await closeAll(opened);
    await log.flush();
  }
}

/** One JSON object, or `key=value` words whose values are read as the tool's schema says. */
export function readArguments(tool: Tool, words: readonly string[]): unknown {
  const [first = ''] = words;
  if (first.trimStart().startsWith('{')) {
    if (words.length > 1) throw new UsageError('give either one JSON object or key=value pairs, not both');
    try {
      return parseJson(first);
    } catch {
      throw new UsageError('the arguments are not valid JSON. Quote the whole object, or use key=value pairs');
    }
  }
  return Object.fromEntries(words.map((word) => readPair(tool, word)));
}

function readPair(tool: Tool, word: string): [string, unknown] {
  const equals = word.indexOf('=');
  if (equals < 1) throw new UsageError(`'${word}' is not a key=value pair`);
  const key = word.slice(0, equals);
  const text = word.slice(equals + 1);
  const properties = listingOf(tool).inputSchema.properties as Record<string, ArgumentSchema>;
  const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (property === undefined) {
    throw new UsageError(`${tool.name} has no argument '${key}'. ${suggestion(key, Object.keys(properties))}`);
  }
  return [key, isText(property) ? text : jsonOrText(text)];
}

interface ArgumentSchema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly ArgumentSchema[];
}

/** Whether an argument is a text, if it is there at all. */
function isText({ type, anyOf }: ArgumentSchema): boolean {
  const types = anyOf?.flatMap((one) => one.type ?? []) ?? [type].flat();
  return types.every((one) => one === 'string' || one === 'null');
}

function jsonOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
