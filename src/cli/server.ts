import type { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Dispatcher, type OpenToolset } from '../kernel/dispatch.ts';
import { type Log, openLog } from '../kernel/log.ts';
import { callerOf, createServer, type Identity } from '../kernel/server.ts';
import type { Toolset } from '../kernel/toolset.ts';
import { StdioTransport } from '../transports/stdio.ts';
import { VERSION } from '../version.ts';
import { loadToolsets, TOOLSET_IDS, type ToolsetId } from './catalog.ts';
import { toolFilter } from './selection.ts';
import type { Settings } from './settings.ts';
import { welcome } from './welcome.ts';

/** Serves one toolset, or all that need no configuration, on stdin and stdout until the client goes away. */
export async function runStdioServer(name: ToolsetId | 'all', settings: Settings): Promise<void> {
  const ids = name === 'all' ? (settings.toolsets ?? TOOLSET_IDS) : [name];
  const toolsets = await loadToolsets(ids);
  const identity = identityOf(name, toolsets);
  const log = openLog(settings.logLevel, identity.name);
  const serves = toolFilter(toolsets, settings);
  const opened = await openAll(toolsets);
  const dispatcher = new Dispatcher(opened, { log, serves });
  if (process.stdin.isTTY) process.stderr.write(welcome(name, identity, dispatcher.list().length));

  await serve(identity, dispatcher, log);
  for (const { toolset, world } of opened) await toolset.close?.(world);
  await log.flush();
}

function identityOf(name: string, toolsets: readonly Toolset[]): Identity {
  const only = name === 'all' ? undefined : toolsets[0];
  const server = only?.server ?? { name: 'quartet', title: 'Quartet' };
  return { ...server, version: VERSION, instructions: toolsets.map((toolset) => toolset.instructions).join('\n\n') };
}

export function openAll(toolsets: readonly Toolset[]): Promise<OpenToolset[]> {
  return Promise.all(toolsets.map(async (toolset) => ({ toolset, world: await toolset.open() })));
}

/** Resolves when the input has ended and everything is answered, when stdout is gone, or on SIGTERM and SIGINT. */
function serve(identity: Identity, dispatcher: Dispatcher, log: Log): Promise<void> {
  return new Promise((resolve) => {
    let server: Server | undefined;
    const transport = new StdioTransport(process.stdin, process.stdout, {
      dispatcher,
      caller: () => callerOf(server),
      onfinish: resolve,
    });
    serveStdio(
      () => {
        server = createServer(identity, dispatcher);
        return server;
      },
      { transport, onerror: (error) => log.warn({ err: error }, 'protocol') },
    );
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void transport.close());
  });
}
