import { Dispatcher, type OpenToolset } from '../kernel/dispatch.ts';
import { type Log, openLog } from '../kernel/log.ts';
import type { Identity } from '../kernel/session.ts';
import type { Toolset } from '../kernel/toolset.ts';
import type { StdioConnection } from '../transports/stdio/connection.ts';
import { serveStreams } from '../transports/stdio/serve.ts';
import { VERSION } from '../version.ts';
import { loadToolsets, TOOLSET_IDS, type ToolsetId } from './catalog.ts';
import { toolFilter } from './selection.ts';
import { missingOption, type Settings, selfContained } from './settings.ts';
import { UsageError } from './usage.ts';
import { welcome } from './welcome.ts';

/** Serves one toolset, or all that need no configuration, on stdin and stdout until the client goes away. */
export async function runStdioServer(name: ToolsetId | 'all', told: Settings): Promise<void> {
  const settings = name === 'all' ? selfContained(told) : told;
  const toolsets = await loadToolsets(name === 'all' ? servable(settings) : [configured(name, settings)]);
  const identity = identityOf(name, toolsets);
  const log = openLog(settings.logLevel, identity.name);
  for (const notice of settings.logNotices) log.warn({}, notice);
  const serves = toolFilter(toolsets, settings);
  const opened = await openAll(toolsets, settings, log);
  const dispatcher = new Dispatcher(opened, { log, serves });
  if (process.stdin.isTTY) process.stderr.write(welcome(name, identity, dispatcher.list().length));

  const server = serveStreams(process.stdin, process.stdout, identity, dispatcher, log);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(server));
  await server.finished;
  await closeAll(opened);
  await log.flush();
}

/** A client that does not read its answers may delay the end, but not prevent it. */
function stop(server: StdioConnection): void {
  setTimeout(() => process.exit(0), PATIENCE_MS).unref();
  void server.close();
}

const PATIENCE_MS = 2000;

/** The toolset, if it has been told all that it needs. */
export function configured(id: ToolsetId, settings: Settings): ToolsetId {
  const missing = missingOption(id, settings);
  if (missing === undefined) return id;
  throw new UsageError(`${id} needs ${missing}.`);
}

function servable(settings: Settings): ToolsetId[] {
  if (settings.toolsets) return settings.toolsets.map((id) => configured(id, settings));
  return TOOLSET_IDS.filter((id) => missingOption(id, settings) === undefined);
}

export function openAll(toolsets: readonly Toolset[], settings: Settings, log: Log): Promise<OpenToolset[]> {
  return Promise.all(toolsets.map(async (toolset) => ({ toolset, world: await toolset.open(settings.options, log) })));
}

export async function closeAll(opened: readonly OpenToolset[]): Promise<void> {
  for (const { toolset, world } of opened) await toolset.close?.(world);
}

export function identityOf(name: string, toolsets: readonly Toolset[]): Identity {
  const only = name === 'all' ? undefined : toolsets[0];
  const server = only?.server ?? { name: 'quartet', title: 'Quartet' };
  return { ...server, version: VERSION, instructions: toolsets.map((toolset) => toolset.instructions).join('\n\n') };
}
