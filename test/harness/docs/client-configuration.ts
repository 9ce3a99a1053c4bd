/** A server as a client's configuration names it. */
export interface ConfiguredServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Record<string, string>;
}

/** The value of a snippet; fails where a client could not read it. */
export function parsed(language: string, text: string): unknown {
  return language === 'toml' ? parsedToml(text) : JSON.parse(text);
}

/** As much TOML as configurations of clients have: tables, and keys with a string, a number, a switch or a list in one line. */
function parsedToml(text: string): unknown {
  const root: Record<string, unknown> = {};
  let table = root;
  for (const line of text.split('\n').filter((one) => one.trim() !== '' && !one.startsWith('#'))) {
    const header = /^\[([\w.-]+)\]$/.exec(line)?.[1];
    const [, key, value] = /^([\w-]+) = (.+)$/.exec(line) ?? [];
    if (header !== undefined) table = header.split('.').reduce(below, root);
    else if (key !== undefined) table[key] = JSON.parse(value as string);
    else throw new Error(`this line is no TOML: ${line}`);
  }
  return root;
}

function below(table: Record<string, unknown>, key: string): Record<string, unknown> {
  table[key] ??= {};
  return table[key] as Record<string, unknown>;
}

/** All servers in a configuration, however deep the client wants them. */
export function configuredServers(value: unknown): ConfiguredServer[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('command' in value && typeof value.command === 'string') {
    const { args = [], env = {} } = value as Partial<ConfiguredServer>;
    return [{ command: value.command, args, env }];
  }
  return Object.values(value).flatMap(configuredServers);
}
