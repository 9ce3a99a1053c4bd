import { isJSONRPCNotification, type JSONRPCNotification, LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/server';
import { RpcCode } from '../../kernel/errors.ts';
import { ExactNumber, isJsonObject, toPlainNumbers } from '../../kernel/exact.ts';
import { parseJson } from '../../kernel/json.ts';

/** A client's id: its JSON text exactly as written, and its value where that says the same. */
export interface ClientId {
  readonly text: string;
  readonly value?: string | number;
}

/** One line of input, understood. A request's message has no id yet: the transport gives it one. */
export type Inbound =
  | { readonly kind: 'request'; readonly id: ClientId; readonly message: JSONRPCNotification }
  | { readonly kind: 'notification'; readonly message: JSONRPCNotification }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'invalid'; readonly idText: string; readonly code: number; readonly why: string };

const IGNORED: Inbound = { kind: 'ignored' };

/** Reads one line of input. Whatever it holds, this returns. */
export function readMessage(line: string): Inbound {
  let raw: unknown;
  try {
    raw = parseJson(line);
  } catch {
    return line.trim() === '' ? IGNORED : invalid('null', RpcCode.parseError, 'Parse error: the line is not JSON');
  }
  if (!isJsonObject(raw)) {
    const what = Array.isArray(raw)
      ? 'batches are not part of MCP; send one message a line'
      : 'a message is a JSON object';
    return invalid('null', RpcCode.invalidRequest, `Invalid Request: ${what}`);
  }
  return classify(raw);
}

function classify(raw: Record<string, unknown>): Inbound {
  const id = clientId(raw.id);
  const refuse = (why: string) => invalid(id?.text ?? 'null', RpcCode.invalidRequest, `Invalid Request: ${why}`);

  if (raw.method === undefined && ('result' in raw || 'error' in raw)) return IGNORED;
  if (raw.jsonrpc !== '2.0') return refuse('"jsonrpc" must be "2.0"');
  if (typeof raw.method !== 'string') return refuse('"method" must be a string');
  if ('id' in raw && id === undefined) return refuse('"id" must be a string or a number');

  const params = plainParams(raw.params);
  const message = { jsonrpc: '2.0' as const, method: raw.method, ...(params !== undefined && { params }) };
  const wellFormed = isJSONRPCNotification(message);
  if (id === undefined) return wellFormed ? { kind: 'notification', message } : IGNORED;
  return wellFormed
    ? { kind: 'request', id, message: forgive(message) }
    : refuse('"params" must be an object with a well-formed "_meta"');
}

/** The SDK answers a sloppy `initialize` or `tools/list` with a schema dump; what they lack has an obvious default. */
function forgive(message: JSONRPCNotification): JSONRPCNotification {
  const { method, params = {} } = message;
  if (method === 'tools/list') return { ...message, params: params._meta === undefined ? {} : { _meta: params._meta } };
  if (method !== 'initialize') return message;
  const { protocolVersion, capabilities, clientInfo } = params;
  const filled = {
    protocolVersion: typeof protocolVersion === 'string' ? protocolVersion : LATEST_PROTOCOL_VERSION,
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    clientInfo: isIdentity(clientInfo) ? clientInfo : { name: 'unknown client', version: '0' },
  };
  return { ...message, params: { ...params, ...filled } };
}

function isIdentity(value: unknown): boolean {
  return isJsonObject(value) && typeof value.name === 'string' && typeof value.version === 'string';
}

/** Only a tool's arguments and a cancelled id keep exact numbers; the rest of the protocol knows doubles. */
function plainParams(params: unknown): Record<string, unknown> | undefined {
  if (params instanceof ExactNumber) return params.source as unknown as undefined;
  if (!isJsonObject(params)) return params as undefined;
  for (const key of Object.keys(params)) {
    if (key !== 'arguments' && key !== 'requestId') params[key] = toPlainNumbers(params[key]);
  }
  return params;
}

/** The id, or undefined when it is absent or of a type that cannot be one. */
export function clientId(id: unknown): ClientId | undefined {
  if (typeof id === 'string') return { text: JSON.stringify(id), value: id };
  if (typeof id === 'number') return Number.isSafeInteger(id) ? { text: String(id), value: id } : { text: String(id) };
  return id instanceof ExactNumber ? { text: id.source } : undefined;
}

function invalid(idText: string, code: number, why: string): Inbound {
  return { kind: 'invalid', idText, code, why };
}
