import { hiddenCharacters } from '../lib/hidden-characters.ts';
import type { ServedTool } from './dispatch.ts';
import type { Call } from './tool.ts';

/** How a server introduces itself. */
export interface Identity {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
}

export interface RpcNotification {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

export interface RpcRequest extends RpcNotification {
  readonly id: string | number;
  /** The tool that is called, where the transport has looked it up already. */
  readonly tool?: ServedTool | undefined;
}

/** Where the bytes of a call and of its answer are counted. */
export interface Room {
  /** Waits until so many bytes may be held, which they are until the answer has left. */
  reserve(bytes: number, signal: AbortSignal): Promise<void>;
  /** Holds them until a call has ended, perhaps long after its client has lost interest. */
  holdDuring?(call: Promise<unknown>): void;
}

/** A request's way back to its client while it is being answered. */
export interface Exchange {
  /** Aborted when the client cancels the request or goes away. */
  readonly signal: AbortSignal;
  /** Sends a message ahead of the answer. */
  notify(notification: RpcNotification): void;
  /** As in `Room`. */
  reserve?(bytes: number, signal: AbortSignal): Promise<void>;
}

/** One client's conversation in one era of the protocol. */
export interface Session {
  /** Gives the `result` or `error` member of the answer as JSON text. */
  answer(request: RpcRequest, exchange: Exchange): Promise<string>;
  notice(notification: RpcNotification): void;
  /** Takes the client's answer to a request that was sent ahead of one of ours; no toolset sends any. */
  reply?(response: Record<string, unknown>): void;
}

export function resultMember(result: unknown): string {
  return `"result":${JSON.stringify(result)}`;
}

export function errorMember(code: number, message: string, data?: unknown): string {
  return `"error":${JSON.stringify({ code, message, data })}`;
}

const MAX_PROGRESS_TOKEN = 1024;

/** A tool's progress, as notifications; nothing when the client has not asked for them. */
export function progressReporter(token: unknown, exchange: Pick<Exchange, 'notify'>): Call['progress'] | undefined {
  if (typeof token !== 'string' && typeof token !== 'number') return undefined;
  // Each notification repeats it.
  if (typeof token === 'string' && token.length > MAX_PROGRESS_TOKEN) return undefined;
  return (progress, total, message, meta) => {
    const params = { progressToken: token, progress, total, message, ...(meta && { _meta: marked(meta) }) };
    exchange.notify({ method: 'notifications/progress', params });
  };
}

/** What goes ahead of an answer is marked as the answer will be. */
function marked(meta: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const hidden = hiddenCharacters(JSON.stringify(meta));
  return hidden === undefined ? meta : { ...meta, hidden_characters: hidden };
}
