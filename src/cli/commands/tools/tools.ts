import type { JsonSchema } from '../../../common/json-schema.ts';
import { listingOf } from '../../../kernel/schema.ts';
import type { Tool } from '../../../kernel/tool.ts';
import type { Toolset } from '../../../kernel/toolset.ts';
import { toolFilter } from '../../options/selection.ts';
import type { Settings } from '../../options/settings.ts';
import { NO_SCREEN, type Screen, screenOf } from '../../terminal/screen.ts';
import { wrapText } from '../../terminal/spans.ts';
import { suggestion, UsageError } from '../../terminal/usage.ts';
import { isToolsetId, loadToolsets, TOOLSET_IDS, TOOLSETS } from '../../toolsets.ts';

interface Row {
  readonly toolset: Toolset;
  readonly tool: Tool;
}

/** Prints the tools of one toolset, or of all; or everything about one tool. */
export async function printTools(name: string | undefined, json: boolean, settings: Settings): Promise<void> {
  const isToolset = name !== undefined && isToolsetId(name);
  const toolsets = await loadToolsets(isToolset ? [name] : (settings.toolsets ?? TOOLSET_IDS));
  const isOne = name !== undefined && !isToolset;
  // Whoever names a tool wants it.
  const selected = toolFilter(toolsets, isOne ? { ...settings, extras: true } : settings);
  const all = toolsets.flatMap((toolset) => toolset.tools.filter(selected).map((tool) => ({ toolset, tool })));
  const rows = isOne ? all.filter(({ tool }) => tool.name === name) : all;
  const [only] = rows;
  if (isOne && only === undefined) {
    const known = [...TOOLSET_IDS, ...all.map(({ tool }) => tool.name)];
    throw new UsageError(
      `unknown toolset or tool '${name}'. ${suggestion(name, known, 'See them all with quartet tools.')}`,
    );
  }
  const screen = screenOf(process.stdout, process.env);
  if (json) {
    process.stdout.write(`${JSON.stringify({ tools: rows.map(({ tool }) => listingOf(tool)) }, undefined, 2)}\n`);
  } else if (isOne && only !== undefined) {
    const { toolPage } = await import('../../help/tool-page.ts');
    process.stdout.write(toolPage(only.tool, only.toolset.id, screen ?? NO_SCREEN));
  } else {
    process.stdout.write(screen === undefined ? plainList(rows) : shownList(rows, screen));
  }
}

/** A line a tool, for programs. */
function plainList(rows: readonly Row[]): string {
  const width = Math.max(0, ...rows.map(({ tool }) => tool.name.length));
  const lines = rows.map(
    ({ toolset, tool }) => `${toolset.id.padEnd(10)} ${tool.name.padEnd(width)}  ${titleOf(tool)}\n`,
  );
  return lines.join('');
}

function titleOf({ title, extra }: Tool): string {
  return `${title}${extra ? ' (extra)' : ''}`;
}

/** For people: below each toolset its tools with their arguments. */
function shownList(rows: readonly Row[], { columns, paint }: Screen): string {
  const nameWidth = Math.max(0, ...rows.map(({ tool }) => tool.name.length));
  const titleWidth = Math.max(0, ...rows.map(({ tool }) => titleOf(tool).length));
  const room = columns - nameWidth - titleWidth - 6;
  const ids = TOOLSET_IDS.filter((id) => rows.some(({ toolset }) => toolset.id === id));
  const parts = ids.map((id) => [
    ...wrapText(`${id}: ${TOOLSETS[id].summary}`, columns).map((line) => paint(line, 'bold')),
    ...rows
      .filter(({ toolset }) => toolset.id === id)
      .map(({ tool }) => {
        const name = paint(tool.name.padEnd(nameWidth), 'cyan');
        return `  ${name}  ${titleOf(tool).padEnd(titleWidth)}  ${paint(argumentNames(tool, room), 'dim')}`.trimEnd();
      }),
    '',
  ]);
  const end =
    rows.length === 0
      ? 'These options leave no tool.'
      : 'One of them: quartet tools NAME. Call it: quartet call NAME key=value.';
  return `${parts.flat().join('\n')}\n${paint(end, 'dim')}\n`;
}

/** All arguments of a tool, or as many as there is room for: those that it needs come first. */
function argumentNames(tool: Tool, room: number): string {
  const { properties = {}, required } = listingOf(tool).inputSchema as JsonSchema;
  const needed = new Set(required);
  const names = Object.keys(properties);
  const optional = names.filter((name) => !needed.has(name)).map((name) => `[${name}]`);
  const words = [...names.filter((name) => needed.has(name)), ...optional];
  const whole = words.join(' ');
  if (whole.length <= room) return whole;
  let some = '';
  for (const word of words) {
    if (`${some}${word} […]`.length > room) break;
    some += `${word} `;
  }
  return `${some}[…]`;
}
