import { useEffect, useRef, useState } from 'preact/hooks';
import { EXAMPLES } from '../../../common/examples.ts';
import { useServer } from '../../server.tsx';
import type { CatalogueTool } from './catalogue.ts';
import { findExamplePlace } from './example-place.ts';

interface ExampleButtonProps {
  readonly tool: CatalogueTool;
  readonly onExample: (args: Record<string, unknown>) => void;
}

/** Fills in arguments that work on this server. */
export function ExampleButton({ tool, onExample }: ExampleButtonProps) {
  const { client } = useServer();
  const [busy, setBusy] = useState(false);
  const stop = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const example = EXAMPLES[tool.name];
  const hasArguments = Object.keys(tool.inputSchema.properties ?? {}).length > 0;
  if (example === undefined || !hasArguments) return null;
  const fill = async () => {
    stop.current?.abort();
    stop.current = new AbortController();
    const { signal } = stop.current;
    setBusy(true);
    try {
      const place = await findExamplePlace(client, tool, signal);
      if (!signal.aborted) onExample(example(place));
    } catch {
      // The page was left; or nothing can be reached, which the call itself will say.
    }
    if (!signal.aborted) setBusy(false);
  };
  return (
    <button type="button" class="button quiet" aria-busy={busy} onClick={() => void fill()}>
      Fill in an example
    </button>
  );
}
