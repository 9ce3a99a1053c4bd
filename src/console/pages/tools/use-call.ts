import { useEffect, useRef, useState } from 'preact/hooks';
import type { ToolCall } from '../../../common/quartet-command.ts';
import type { McpClient } from '../../mcp/client.ts';
import { type EndedCall, historyOf } from './answer-history.ts';

export interface Calling {
  /** When the call that runs was begun. */
  readonly since: number | undefined;
  /** The last call that ended here. */
  readonly ended: EndedCall | undefined;
  /** Whether the last call was given up. */
  readonly cancelled: boolean;
  call(call: ToolCall): void;
  cancel(): void;
}

/** Calls a tool, one call at a time; a call is given up when its page is left. */
export function useCall(client: McpClient, shownFirst: EndedCall | undefined): Calling {
  const [state, setState] = useState<Pick<Calling, 'since' | 'ended' | 'cancelled'>>({
    since: undefined,
    ended: shownFirst,
    cancelled: false,
  });
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async ({ name, args }: ToolCall, { signal }: AbortController) => {
    const at = new Date();
    const end = (how: Pick<EndedCall, 'answer' | 'error'>) => {
      running.current = undefined;
      const ended = historyOf(client).add({ name, args, at, ...how });
      setState({ since: undefined, ended, cancelled: false });
    };
    try {
      const answer = await client.callRaw(name, args, signal);
      if (!signal.aborted) end({ answer });
    } catch (error) {
      if (!signal.aborted) end({ error });
    }
  };
  return {
    ...state,
    call: (call) => {
      if (running.current !== undefined) return;
      running.current = new AbortController();
      setState((before) => ({ ...before, since: performance.now(), cancelled: false }));
      void run(call, running.current);
    },
    cancel: () => {
      running.current?.abort();
      running.current = undefined;
      setState((before) => ({ ...before, since: undefined, cancelled: true }));
    },
  };
}
