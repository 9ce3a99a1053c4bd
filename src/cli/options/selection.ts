import type { Tool } from '../../kernel/tool.ts';
import type { Toolset } from '../../kernel/toolset.ts';
import { suggestion, UsageError } from '../terminal/usage.ts';
import type { Settings } from './settings.ts';

type Selection = Pick<Settings, 'tools' | 'excludeTools' | 'readOnly' | 'extras'>;

/** Which tools the settings leave: an extra one must be wanted or named, excluding wins over naming, and read-only wins over both. */
export function toolFilter(toolsets: readonly Toolset[], settings: Selection): (tool: Tool) => boolean {
  const known = toolsets.flatMap((toolset) => toolset.tools.map((tool) => tool.name));
  for (const name of [...(settings.tools ?? []), ...settings.excludeTools]) {
    if (!known.includes(name)) throw new UsageError(`unknown tool '${name}'. ${suggestion(name, known)}`);
  }
  return (tool) =>
    (settings.tools?.includes(tool.name) ?? (settings.extras || !tool.extra)) &&
    !settings.excludeTools.includes(tool.name) &&
    (!settings.readOnly || tool.annotations.readOnlyHint);
}
