/** How an entry of a configuration starts a server, as far as it can be understood. */
export interface StartedServer {
  readonly command?: string;
  readonly args: readonly string[];
  readonly url?: string;
}

export function startedBy(entry: unknown): StartedServer {
  if (typeof entry !== 'object' || entry === null) return { args: [] };
  const { command, args, url, httpUrl, serverUrl } = entry as Record<string, unknown>;
  const address = [url, httpUrl, serverUrl].find((one) => typeof one === 'string');
  return {
    ...(typeof command === 'string' && { command }),
    args: Array.isArray(args) ? args.filter((word) => typeof word === 'string') : [],
    ...(address !== undefined && { url: address }),
  };
}

/** Whether an entry starts this program, from wherever, or asks a server at an address, which can be any. */
export function startsQuartet(entry: unknown): boolean {
  const { command = '', args, url } = startedBy(entry);
  return (
    url !== undefined ||
    [command, ...args].some((word) => /(^|[\\/])quartet(\.js|\.cmd|-mcp(@.*)?)?$|^mcp-remote$/.test(word))
  );
}
