import { Dispatcher, type OpenToolset } from '../kernel/dispatch.ts';
import { openLog } from '../kernel/log.ts';
import type { Identity } from '../kernel/session.ts';
import type { Toolset } from '../kernel/toolset.ts';
import { serveStreams } from '../transports/stdio/serve.ts';
import { VERSION } from '../version.ts';
import { loadToolsets, TOOLSET_IDS, type ToolsetId } from './catalog.ts';
import { toolFilter } from './selection.ts';
import type { Settings } from './settings.ts';
import { welcome } from './welcome.ts';

/** Serves one toolset, or all that need no configuration, on stdin and stdout until the client goes away. */
export async function runStdioServer(name: ToolsetId | 'all', settings: Settings): Promise<void> {
  const toolsets = await loadToolsets(name === 'all' ? (settings.toolsets ?? TOOLSET_IDS) : [name]);
  const identity = identityOf(name, toolsets);
  const log = openLog(settings.logLevel, identity.name);
  const serves = toolFilter(toolsets, settings);
  const opened = await openAll(toolsets);
  const dispatcher = new Dispatcher(opened, { log, serves });
  if (process.stdin.isTTY) process.stderr.write(welcome(name, identity, dispatcher.list().length));

  const server = serveStreams(process.stdin, process.stdout, identity, dispatcher, log);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void server.close());
  await server.finished;
  await closeAll(opened);
  await log.flush();
}

export function openAll(toolsets: readonly Toolset[]): Promise<OpenToolset[]> {
  return Promise.all(toolsets.map(async (toolset) => ({ toolset, world: await toolset.open() })));
}

export async function closeAll(opened: readonly OpenToolset[]): Promise<void> {
  for (const { toolset, world } of opened) await toolset.close?.(world);
}

function identityOf(name: string, toolsets: readonly Toolset[]): Identity {
  const only = name === 'all' ? undefined : toolsets[0];
  const server = only?.server ?? { name: 'quartet', title: 'Quartet' };
  return { ...server, version: VERSION, instructions: toolsets.map((toolset) => toolset.instructions).join('\n\n') };
}
