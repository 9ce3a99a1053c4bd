import { buffer } from 'node:stream/consumers';
import { Dispatcher } from '../../../kernel/dispatch.ts';
import { ProtocolFailure } from '../../../kernel/errors.ts';
import { openLog } from '../../../kernel/log.ts';
import type { Tool } from '../../../kernel/tool.ts';
import type { Toolset } from '../../../kernel/toolset.ts';
import { VERSION } from '../../../version.ts';
import { toolFilter } from '../../options/selection.ts';
import { type Settings, selfContained } from '../../options/settings.ts';
import { closeAll, configured, openOne } from '../../server.ts';
import { untilInterrupted } from '../../terminal/interrupt.ts';
import { Progress } from '../../terminal/progress.ts';
import { screenOf } from '../../terminal/screen.ts';
import { suggestion, UsageError } from '../../terminal/usage.ts';
import { isToolsetId, loadToolsets, TOOLSET_IDS, type ToolsetId } from '../../toolsets.ts';
import { readArguments } from './values.ts';

interface FoundTool {
  readonly tool: Tool;
  readonly toolset: Toolset;
}

/** Books take longer to load than all others together. */
const LIGHTEST_FIRST: readonly ToolsetId[] = ['cobol', 'oj', 'spotlight', 'books'];

/** The tool of that name among those that the settings leave. */
export async function findTool(name: string, settings: Settings): Promise<FoundTool> {
  const ids = settings.toolsets ?? TOOLSET_IDS;
  // Where other tools are named too, they are looked for in all toolsets.
  const namesOthers = settings.tools !== undefined || settings.excludeTools.length > 0;
  for (const id of namesOthers ? [] : LIGHTEST_FIRST.filter((id) => ids.includes(id))) {
    const found = findIn(await loadToolsets([id]), name, settings);
    if (found !== undefined) return found;
  }
  const toolsets = await loadToolsets(ids);
  const found = findIn(toolsets, name, settings);
  if (found !== undefined) return found;
  const known = selectedFrom(toolsets, settings).map(({ tool }) => tool.name);
  throw new UsageError(`unknown tool '${name}'. ${suggestion(name, known, 'See them all with quartet tools.')}`);
}

function findIn(toolsets: readonly Toolset[], name: string, settings: Settings): FoundTool | undefined {
  return selectedFrom(toolsets, settings).find(({ tool }) => tool.name === name);
}

function selectedFrom(toolsets: readonly Toolset[], settings: Settings): FoundTool[] {
  // Whoever names a tool wants it.
  const selected = toolFilter(toolsets, { ...settings, extras: true });
  return toolsets.flatMap((toolset) => toolset.tools.filter(selected).map((tool) => ({ tool, toolset })));
}

/** Calls one tool in this process and prints what it says. The exit code is 1 when the tool reports an error. */
export async function callTool(name: string, words: readonly string[], json: boolean, told: Settings): Promise<number> {
  const settings = selfContained(told);
  const { tool, toolset } = await findTool(name, settings);
  const input = words.some((word) => word.endsWith('=-')) ? await buffer(process.stdin) : undefined;
  const args = readArguments(tool, words, input);
  if (isToolsetId(toolset.id)) configured(toolset.id, settings);

  const log = openLog(settings.logLevel, toolset.server.name, settings.logStyle);
  const opened = [await openOne(toolset, settings, log)];
  const progress = new Progress(process.stderr, name);
  const advice = tool.annotations.readOnlyHint
    ? 'Nothing was changed.'
    : 'The change may have been made: look before you try again.';
  try {
    return await untilInterrupted(
      async (signal) => {
        const dispatcher = new Dispatcher(opened, { log, timeLimitMs: settings.timeLimitMs });
        const result = await dispatcher.call(name, args, {
          signal,
          caller: { name: 'quartet call', version: VERSION },
          progress: (done, total) => void (total !== undefined && progress.show(done, total)),
        });
        progress.end();
        const screen = json ? undefined : screenOf(process.stdout, process.env);
        if (screen !== undefined) {
          // What only a person needs is loaded only for one.
          const { shownAnswer } = await import('./answer/show-answer.ts');
          process.stdout.write(await shownAnswer({ tool: name, args, result }, screen));
        } else {
          const text = json ? JSON.stringify(result, undefined, 2) : result.content.map((item) => item.text).join('\n');
          process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
        }
        return result.isError ? 1 : 0;
      },
      { progress, advice },
    );
  } catch (error) {
    if (!(error instanceof ProtocolFailure)) throw error;
    process.stderr.write(`quartet: ${error.message}\n`);
    return 1;
  } finally {
    progress.end();
    await closeAll(opened);
    await log.flush();
  }
}
