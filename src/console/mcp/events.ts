export interface ServerEvent {
  readonly event: string;
  readonly data: unknown;
}

/** Cuts server-sent events out of text that comes in parts. */
export class EventReader {
  #rest = '';

  read(text: string): ServerEvent[] {
    const parts = (this.#rest + text).split('\n\n');
    this.#rest = parts.pop() ?? '';
    return parts.flatMap((part) => {
      // A text may hold line separators (U+2028) that end no line here.
      const event = /^event: ([^\n]*)/m.exec(part)?.[1];
      const data = /^data: ([^\n]*)/m.exec(part)?.[1];
      return event === undefined || data === undefined ? [] : [{ event, data: JSON.parse(data) as unknown }];
    });
  }
}

export type StreamEnd = 'refused' | 'lost';

/** Listens until the stream ends or the signal fires. `refused` means that the server wants another token. */
export async function listen(
  token: string | undefined,
  signal: AbortSignal,
  onEvent: (event: ServerEvent) => void,
): Promise<StreamEnd> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  try {
    const response = await fetch('/console/events', { headers, signal });
    if (response.status === 401 || response.status === 403) return 'refused';
    if (!response.ok || response.body === null) return 'lost';
    const reader = new EventReader();
    const stream = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await stream.read();
      if (done) return 'lost';
      for (const event of reader.read(value)) onEvent(event);
    }
  } catch {
    return 'lost';
  }
}
