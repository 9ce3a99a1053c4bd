import { useServer } from '../../server.tsx';
import type { CatalogueTool } from './catalogue.ts';
import { scopesFor } from './scopes.ts';

/** What one should know of a tool before calling it. In a list, only what is out of the ordinary. */
export function ToolHints({ tool, short = false }: { tool: CatalogueTool; short?: boolean }) {
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {};
  const missing = useMissingScope(tool, {});
  return (
    <>
      {readOnlyHint === true && !short && <span class="badge badge-ok">read-only</span>}
      {readOnlyHint === false && !destructiveHint && <span class="badge badge-warning">writes</span>}
      {destructiveHint && <span class="badge badge-error">destructive</span>}
      {tool.extra && <span class="badge">extra</span>}
      {missing !== undefined && <span class="badge">needs {missing}</span>}
    </>
  );
}

/** The scope that a call would need and the token does not have. */
export function useMissingScope(tool: CatalogueTool, args: Readonly<Record<string, unknown>>): string | undefined {
  const { hello, may } = useServer();
  const accepted = scopesFor(tool.toolset, tool, args, hello?.subject ?? null);
  return accepted.some(may) ? undefined : accepted[0];
}
