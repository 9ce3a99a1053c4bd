import { unfinishedCalls } from '../kernel/call.ts';
import { Dispatcher, type OpenToolset } from '../kernel/dispatch.ts';
import { openLog } from '../kernel/log.ts';
import type { Identity } from '../kernel/session.ts';
import type { HostServices, Toolset } from '../kernel/toolset.ts';
import { DataFolderFailure } from '../lib/failures.ts';
import { type Log } from '../lib/log.ts';
import type { StdioConnection } from '../transports/stdio/connection.ts';
import { serveStreams } from '../transports/stdio/serve.ts';
import { VERSION } from '../version.ts';
import { toolFilter } from './options/selection.ts';
import { missingOption, type Settings, selfContained } from './options/settings.ts';
import { clientCommand, serverWords, typed } from './terminal/client-command.ts';
import { programName } from './terminal/program-name.ts';
import { UsageError } from './terminal/usage.ts';
import { welcome } from './terminal/welcome.ts';
import { loadToolsets, TOOLSET_IDS, type ToolsetId } from './toolsets.ts';
import { surviveErrors } from './uncaught-errors.ts';

/** Serves one toolset, or all that need no configuration, on stdin and stdout until the client goes away. */
export async function runStdioServer(name: ToolsetId | 'all', told: Settings): Promise<void> {
  const settings = name === 'all' ? selfContained(told) : told;
  const toolsets = await loadToolsets(name === 'all' ? servable(settings) : [configured(name, settings)]);
  const log = openLog(settings.logLevel, identityOf(name, toolsets).name, settings.logStyle);
  for (const notice of settings.logNotices) log.warn({}, notice);
  const serves = toolFilter(toolsets, settings);
  const open = (toolset: Toolset) => openOne(toolset, settings, log);
  const isAny = name === 'all' && settings.toolsets === undefined;
  const opened = isAny ? (await openUsable(toolsets, open, log)).opened : await Promise.all(toolsets.map(open));
  const served = opened.map(({ toolset }) => toolset);
  const identity = identityOf(name, served);
  const dispatcher = new Dispatcher(opened, { log, serves, timeLimitMs: settings.timeLimitMs });
  if (process.stdin.isTTY) {
    const program = programName(process.argv[1] ?? 'quartet', process.env);
    const words = settings.options.baseUrl === undefined ? serverWords(name) : [name];
    const { command, args } = clientCommand();
    const client = typed({ command, args: [...args, ...words] });
    process.stderr.write(welcome(program, client, name, identity, dispatcher.list().length));
  }

  surviveErrors(log);
  const server = serveStreams(process.stdin, process.stdout, introduced(identity, opened), dispatcher, log);
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

export async function openOne(
  toolset: Toolset,
  { options }: Settings,
  log: Log,
  services?: HostServices,
): Promise<OpenToolset> {
  return { toolset, world: await toolset.open(options, log, services) };
}

/** Opens the toolsets that find a place for their data; nobody has asked for the others by name, so the log names them. */
export async function openUsable(
  toolsets: readonly Toolset[],
  open: (toolset: Toolset) => Promise<OpenToolset>,
  log: Log,
): Promise<{ opened: OpenToolset[]; leftOut: string[] }> {
  const leftOut: string[] = [];
  const opening = toolsets.map((toolset) =>
    open(toolset).catch((error: unknown) => {
      if (!(error instanceof DataFolderFailure)) throw error;
      log.warn({ toolset: toolset.id }, `${toolset.id} is left out: ${error.message}`);
      leftOut.push(toolset.id);
    }),
  );
  const opened = (await Promise.all(opening)).filter((one) => one !== undefined);
  return { opened, leftOut };
}

export async function closeAll(opened: readonly OpenToolset[]): Promise<void> {
  for (const one of opened) {
    await unfinishedCalls(one);
    await one.toolset.close?.(one.world);
  }
}

/** The identity with the instructions of what was opened. */
export function introduced(identity: Identity, opened: readonly OpenToolset[]): Identity {
  const each = opened.map(({ toolset, world }) => toolset.instructionsFor?.(world) ?? toolset.instructions);
  return { ...identity, instructions: each.join('\n\n') };
}

export function identityOf(name: string, toolsets: readonly Toolset[]): Identity {
  const only = name === 'all' ? undefined : toolsets[0];
  const server = only?.server ?? { name: 'quartet', title: 'Quartet' };
  return { ...server, version: VERSION, instructions: toolsets.map((toolset) => toolset.instructions).join('\n\n') };
}
