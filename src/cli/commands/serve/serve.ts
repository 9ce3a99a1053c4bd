import { isatty } from 'node:tty';
import { Dispatcher, type OpenToolset } from '../../../kernel/dispatch.ts';
import { openLog } from '../../../kernel/log.ts';
import type { Toolset } from '../../../kernel/toolset.ts';
import { dataFile } from '../../../lib/data-folder.ts';
import { type Log } from '../../../lib/log.ts';
import { tellsAccounts } from '../../../transports/http/gate/accounts.ts';
import { type Endpoint, toolsEndpoint } from '../../../transports/http/mcp/endpoint.ts';
import { type Content, type HttpHost, type HttpServer, serveHttp } from '../../../transports/http/serve.ts';
import { toolFilter } from '../../options/selection.ts';
import {
  type Flags,
  missingOption,
  readSettings,
  type Settings,
  selfContained,
  served,
} from '../../options/settings.ts';
import { closeAll, configured, identityOf, introduced, openOne, openUsable } from '../../server.ts';
import { clientCommand } from '../../terminal/client-command.ts';
import { isLocalOnly, loadToolsets, TOOLSET_IDS, type ToolsetId } from '../../toolsets.ts';
import { surviveErrors } from '../../uncaught-errors.ts';
import { announcement } from './announce.ts';
import { sayStopped, sayStopping } from './farewell.ts';
import { readServeOptions } from './options.ts';
import { ownToken } from './own-token.ts';
import { readTokenFile } from './token-file.ts';
import { OWN_TOKEN } from './token-sources.ts';

const ROOT = '/mcp';
const EXTRAS = `${ROOT}/extras`;
const NO_EXTRAS = 'The extra tools are for this machine only: a server for others serves them with --extras.';
const NO_PUBLIC_URL = 'without --public-url, addresses of archives and assets name the address that is listened on';

/** Serves toolsets over HTTP until it is told to stop. */
export async function runHttpServer(flags: Flags, env: NodeJS.ProcessEnv): Promise<void> {
  const { token, ...others } = flags;
  const settings = served(selfContained(readSettings(token === OWN_TOKEN ? others : flags, env)));
  const log = openLog(settings.logLevel, 'quartet', settings.logStyle);
  let own: { line: string; file: string } | undefined;
  const options = readServeOptions(flags, env, {
    readFile: (path) => readTokenFile(path, log),
    ownToken: () => {
      const file = dataFile('token', env);
      own = { file, line: ownToken(file) };
      return own.line;
    },
    tellsAccounts: tellsAccounts(),
    program: clientCommand(),
  });
  for (const notice of settings.logNotices) log.warn({}, notice);
  if (!options.localOnly && options.publicUrl === undefined) log.warn({}, NO_PUBLIC_URL);

  let content: Content = { opened: [], endpoints: [], absent: new Map(), leftOut: [] };
  // Nobody needs to read the address.
  process.stdout.on('error', () => {});
  const server = await serveHttp(options, log, surviveErrors(log), async (host) => {
    content = await openContent(settings, options.localOnly, log, host);
    return content;
  });
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
    // A terminal that was closed sends this signal too.
    if (options.tokens.length > 0) process.on('SIGHUP', () => (terminalIsGone() ? resolve() : reload(server, log)));
  });
  const announced = { url: server.url, root: ROOT, options, settings, content, own, env };
  // On a terminal both are seen.
  if (process.stdout.isTTY) await log.flush();
  process.stdout.write(await announcement(announced, process.stdout));
  await ended;
  const { running } = server;
  sayStopping(process.stdout, running, options.graceMs);
  const cut = await server.stop();
  await closeAll(content.opened);
  await log.flush();
  sayStopped(process.stdout, running, cut);
}

function terminalIsGone(): boolean {
  return process.stdout.isTTY && !isatty(process.stdout.fd);
}

/** A mistake in a token file must not shut out those who have a token. */
function reload(server: HttpServer, log: Log): void {
  try {
    server.reloadTokens();
    log.info?.({}, 'the tokens were read again');
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    log.error({ reason }, 'the tokens could not be read again: the old ones are still used');
  }
}

async function openContent(settings: Settings, localOnly: boolean, log: Log, host: HttpHost): Promise<Content> {
  const absent = absentPaths(settings, localOnly);
  const ids = TOOLSET_IDS.filter((id) => !absent.has(`${ROOT}/${id}`));
  const toolsets = await loadToolsets(ids);
  const serves = toolFilter(toolsets, settings);
  const open = (toolset: Toolset) => openOne(toolset, settings, log, host.servicesFor(toolset.id));
  const { opened, leftOut } = settings.toolsets
    ? { opened: await Promise.all(toolsets.map(open)), leftOut: [] }
    : await openUsable(toolsets, open, log);
  for (const id of leftOut)
    absent.set(`${ROOT}/${id}`, `${id} is left out: it has no place for its data. See the log.`);
  const endpoint = (path: string, name: string, some: readonly OpenToolset[], filter = serves): Endpoint => {
    const { timeLimitMs } = settings;
    const dispatcher = new Dispatcher(some, { log, serves: filter, observers: host.observers, timeLimitMs });
    const toolsets = some.map(({ toolset }) => toolset);
    return toolsEndpoint(path, introduced(identityOf(name, toolsets), some), dispatcher, log);
  };
  const each = opened.map((one) => endpoint(`${ROOT}/${one.toolset.id}`, one.toolset.id, [one]));
  const endpoints = [endpoint(ROOT, 'all', opened), ...each];
  if (!localOnly && !settings.extras) absent.set(EXTRAS, NO_EXTRAS);
  else endpoints.push(endpoint(EXTRAS, 'all', opened, toolFilter(toolsets, { ...settings, extras: true })));
  return { opened, absent, leftOut, endpoints };
}

/** Why a toolset is not served, by the address it would have. */
function absentPaths(settings: Settings, localOnly: boolean): Map<string, string> {
  for (const id of settings.toolsets ?? []) configured(id, settings);
  const reasons = TOOLSET_IDS.flatMap((id) => {
    const reason = absence(id, settings, localOnly);
    return reason === undefined ? [] : [[`${ROOT}/${id}`, reason] as const];
  });
  return new Map(reasons);
}

function absence(id: ToolsetId, settings: Settings, localOnly: boolean): string | undefined {
  if (settings.toolsets) return settings.toolsets.includes(id) ? undefined : `${id} was not among --toolsets.`;
  const missing = missingOption(id, settings);
  if (missing !== undefined) return `${id} is not configured: the server needs ${missing}.`;
  if (localOnly || !isLocalOnly(id)) return undefined;
  return `${id} shows the files of this machine, so a server for others serves it only if --toolsets names it.`;
}
