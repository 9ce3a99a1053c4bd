import { listingOf } from '../../kernel/schema.ts';
import { toolFilter } from '../options/selection.ts';
import type { Settings } from '../options/settings.ts';
import { suggestion, UsageError } from '../terminal/usage.ts';
import { isToolsetId, loadToolsets, TOOLSET_IDS } from '../toolsets.ts';

/** Prints the tools of one toolset, or of all. */
export async function printTools(name: string | undefined, json: boolean, settings: Settings): Promise<void> {
  if (name !== undefined && !isToolsetId(name)) {
    throw new UsageError(`unknown toolset '${name}'. ${suggestion(name, TOOLSET_IDS)}`);
  }
  const toolsets = await loadToolsets(name === undefined ? (settings.toolsets ?? TOOLSET_IDS) : [name]);
  const selected = toolFilter(toolsets, settings);
  const rows = toolsets.flatMap((toolset) => toolset.tools.filter(selected).map((tool) => ({ toolset, tool })));
  if (json) {
    process.stdout.write(`${JSON.stringify({ tools: rows.map(({ tool }) => listingOf(tool)) }, undefined, 2)}\n`);
    return;
  }
  const width = Math.max(0, ...rows.map(({ tool }) => tool.name.length));
  for (const { toolset, tool } of rows) {
    process.stdout.write(
      `${toolset.id.padEnd(10)} ${tool.name.padEnd(width)}  ${tool.title}${tool.extra ? ' (extra)' : ''}\n`,
    );
  }
}
