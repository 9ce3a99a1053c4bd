import { isAscii } from 'node:buffer';
import { RpcCode } from '../kernel/errors.ts';
import { ExactNumber, isJsonObject, parseJson, TooManyValues } from '../kernel/json.ts';
import type { RpcNotification } from '../kernel/session.ts';

/** A client's id: its JSON text exactly as written, and its value where that says the same. */
export interface ClientId {
  readonly text: string;
  readonly value?: string | number;
}

/** In this key of `_meta` every request of the stateless era names its revision. */
export const VERSION_CLAIM = 'io.modelcontextprotocol/protocolVersion';

/** One message, understood. */
export type Inbound =
  | { readonly kind: 'request'; readonly id: ClientId; readonly message: RpcNotification }
  | { readonly kind: 'notification'; readonly message: RpcNotification }
  | { readonly kind: 'response'; readonly message: Record<string, unknown> }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'invalid'; readonly idText: string; readonly code: number; readonly why: string };

const IGNORED: Inbound = { kind: 'ignored' };

/** Bytes that are known to be UTF-8, as text. */
export function textOf(bytes: Buffer): string {
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
}

/** Reads one message. Whatever the text holds, this returns. */
export function readMessage(text: string): Inbound {
  let raw: unknown;
  try {
    raw = parseJson(text);
  } catch (error) {
    if (error instanceof TooManyValues) {
      return invalid('null', RpcCode.invalidRequest, `Invalid Request: ${error.message}`);
    }
    return text.trim() === '' ? IGNORED : invalid('null', RpcCode.parseError, 'Parse error: this is not JSON');
  }
  if (isJsonObject(raw)) return classify(raw);
  const what = Array.isArray(raw)
    ? 'batches are not part of MCP; send one message at a time'
    : 'a message is a JSON object';
  return invalid('null', RpcCode.invalidRequest, `Invalid Request: ${what}`);
}

function classify(raw: Record<string, unknown>): Inbound {
  const { method, params = {} } = raw;
  const id = clientId(raw.id);
  const refuse = (why: string) => invalid(id?.text ?? 'null', RpcCode.invalidRequest, `Invalid Request: ${why}`);

  if (method === undefined && ('result' in raw || 'error' in raw)) return { kind: 'response', message: raw };
  if (raw.jsonrpc !== '2.0') return refuse('"jsonrpc" must be "2.0"');
  if (typeof method !== 'string') return refuse('"method" must be a string');
  if ('id' in raw && id === undefined) return refuse('"id" must be a string or a number');
  if (!isJsonObject(params)) return id === undefined ? IGNORED : refuse('"params" must be an object');
  const message = { method, params };
  return id === undefined ? { kind: 'notification', message } : { kind: 'request', id, message };
}

/** The id, or undefined when it is absent or of a type that cannot be one. */
export function clientId(id: unknown): ClientId | undefined {
  if (typeof id === 'string') return { text: JSON.stringify(id), value: id };
  if (typeof id === 'number') return Number.isSafeInteger(id) ? { text: String(id), value: id } : { text: String(id) };
  return id instanceof ExactNumber ? { text: id.source } : undefined;
}

/** Tells whether a message speaks the stateless era. */
export function claimsRevision({ params }: RpcNotification): boolean {
  return isJsonObject(params._meta) && VERSION_CLAIM in params._meta;
}

function invalid(idText: string, code: number, why: string): Inbound {
  return { kind: 'invalid', idText, code, why };
}
