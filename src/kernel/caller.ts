import { isJsonObject } from './json.ts';
import { beginning } from './text.ts';
import type { Caller } from './tool.ts';

const MAX_CHARS = 255;

/** The caller, by what a client says of itself; a long name is cut, since a session keeps it. */
export function callerOf(clientInfo: unknown, subject: string | undefined): Caller {
  if (!isJsonObject(clientInfo) || typeof clientInfo.name !== 'string') return { name: 'unknown client', subject };
  const { name, version } = clientInfo;
  return {
    name: beginning(name, MAX_CHARS),
    version: typeof version === 'string' ? beginning(version, MAX_CHARS) : undefined,
    subject,
  };
}
