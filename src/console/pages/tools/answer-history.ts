import type { ToolCall } from '../../../common/quartet-command.ts';
import type { CallAnswer, McpClient } from '../../mcp/client.ts';

/** How a call ended: with an answer, which may be a tool's failure, or with none. */
export interface EndedCall extends ToolCall {
  /** Grows by one with every call of the tab. */
  readonly n: number;
  readonly at: Date;
  readonly answer?: CallAnswer | undefined;
  /** Why there is no answer. */
  readonly error?: unknown;
}

const MOST_CALLS = 20;
const MOST_CHARS = 16_000_000;

/** The last calls of this tab, the newest first. They are in its memory only. */
export class AnswerHistory {
  #calls: readonly EndedCall[] = [];
  #count = 0;

  get calls(): readonly EndedCall[] {
    return this.#calls;
  }

  find(n: number): EndedCall | undefined {
    return this.#calls.find((call) => call.n === n);
  }

  add(ended: Omit<EndedCall, 'n'>): EndedCall {
    const call = { ...ended, n: ++this.#count };
    let chars = sizeOf(call);
    const before = this.#calls.slice(0, MOST_CALLS - 1).filter((other) => {
      chars += sizeOf(other);
      return chars <= MOST_CHARS;
    });
    this.#calls = [call, ...before];
    return call;
  }
}

/** An answer holds its text twice, as such and in the structure. */
function sizeOf({ answer }: EndedCall): number {
  return 2 * (answer?.texts.reduce((sum, text) => sum + text.length, 0) ?? 0);
}

const histories = new WeakMap<McpClient, AnswerHistory>();

/** Each client has its own: who signs in after somebody else sees nothing of theirs. */
export function historyOf(client: McpClient): AnswerHistory {
  let history = histories.get(client);
  if (history === undefined) histories.set(client, (history = new AnswerHistory()));
  return history;
}
