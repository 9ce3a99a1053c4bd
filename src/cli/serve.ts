import { readFileSync } from 'node:fs';
import { Dispatcher, type OpenToolset } from '../kernel/dispatch.ts';
import { type Log, openLog } from '../kernel/log.ts';
import type { Toolset } from '../kernel/toolset.ts';
import { type Endpoint, toolsEndpoint } from '../transports/http/endpoint.ts';
import { type Around, type Content, serveHttp } from '../transports/http/serve.ts';
import { isLocalOnly, loadToolsets, TOOLSET_IDS, type ToolsetId } from './catalog.ts';
import { toolFilter } from './selection.ts';
import { readServeOptions } from './serve-options.ts';
import { closeAll, configured, identityOf } from './server.ts';
import { type Flags, missingOption, readSettings, type Settings, selfContained } from './settings.ts';
import { UsageError } from './usage.ts';

const ROOT = '/mcp';
const NO_PUBLIC_URL = 'without --public-url, addresses of archives and assets name the address that is listened on';

/** Serves toolsets over HTTP until it is told to stop. */
export async function runHttpServer(flags: Flags, env: NodeJS.ProcessEnv): Promise<void> {
  const settings = selfContained(readSettings(flags, env));
  const options = readServeOptions(flags, env, readTokenFile);
  const log = openLog(settings.logLevel, 'quartet');
  for (const notice of settings.logNotices) log.warn({}, notice);
  if (!options.loopback && options.publicUrl === undefined) log.warn({}, NO_PUBLIC_URL);

  let opened: readonly OpenToolset[] = [];
  const server = await serveHttp(options, log, async (around) => {
    const content = await openContent(settings, options.loopback, log, around);
    opened = content.opened;
    return content;
  });
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
  process.stdout.write(`Quartet serves MCP at ${server.url}${ROOT}\n`);
  await ended;
  await server.stop();
  await closeAll(opened);
  await log.flush();
}

async function openContent(settings: Settings, loopback: boolean, log: Log, around: Around): Promise<Content> {
  const absent = absentPaths(settings, loopback);
  const ids = TOOLSET_IDS.filter((id) => !absent.has(`${ROOT}/${id}`));
  const toolsets = await loadToolsets(ids);
  const serves = toolFilter(toolsets, settings);
  const opened = await Promise.all(toolsets.map((toolset) => openOne(toolset, settings, log, around)));
  const endpoint = (path: string, name: string, some: readonly OpenToolset[]): Endpoint => {
    const dispatcher = new Dispatcher(some, { log, serves, onCall: around.onCall });
    return toolsEndpoint(
      path,
      identityOf(
        name,
        some.map(({ toolset }) => toolset),
      ),
      dispatcher,
      log,
    );
  };
  const each = opened.map((one) => endpoint(`${ROOT}/${one.toolset.id}`, one.toolset.id, [one]));
  return { opened, absent, endpoints: [endpoint(ROOT, 'all', opened), ...each] };
}

/** Why a toolset is not served, by the address it would have. */
function absentPaths(settings: Settings, loopback: boolean): Map<string, string> {
  for (const id of settings.toolsets ?? []) configured(id, settings);
  const reasons = TOOLSET_IDS.flatMap((id) => {
    const reason = absence(id, settings, loopback);
    return reason === undefined ? [] : [[`${ROOT}/${id}`, reason] as const];
  });
  return new Map(reasons);
}

function absence(id: ToolsetId, settings: Settings, loopback: boolean): string | undefined {
  if (settings.toolsets) return settings.toolsets.includes(id) ? undefined : `${id} was not among --toolsets.`;
  const missing = missingOption(id, settings);
  if (missing !== undefined) return `${id} is not configured: the server needs ${missing}.`;
  if (loopback || !isLocalOnly(id)) return undefined;
  return `${id} shows the files of this machine, so a server for others serves it only if --toolsets names it.`;
}

async function openOne(toolset: Toolset, settings: Settings, log: Log, around: Around): Promise<OpenToolset> {
  const downloadUrl = (name: string, expires: Date) => around.downloadUrl(toolset.id, name, expires);
  const world = await toolset.open(settings.options, log, { metrics: around.metrics, downloadUrl });
  return { toolset, world };
}

function readTokenFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`--token-file cannot be read (${code}).`);
  }
}
