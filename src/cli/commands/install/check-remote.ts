import { harmless } from '../../../lib/harmless.ts';
import { answerOf, QUESTIONS } from './check.ts';
import type { Remote } from './clients.ts';
import { InstallProblem } from './problem.ts';

const PATIENCE_MS = 15_000;

/** Asks a server at an address as a client will, and gives the number of its tools. */
export async function toolsAt({ url, tokenVariable }: Remote, env: NodeJS.ProcessEnv): Promise<number> {
  const token = tokenVariable && env[tokenVariable];
  if (tokenVariable && !token) throw new InstallProblem(`cannot be asked from here: ${tokenVariable} is not set.`);
  let session: string | null = null;
  let tools: unknown;
  for (const question of QUESTIONS) {
    const response = await ask(url, question, { token, session });
    session = response.headers.get('mcp-session-id') ?? session;
    if (!response.ok) throw new InstallProblem(refusal(response.status));
    const text = await response.text();
    // Some servers answer with a stream of events.
    for (const line of text.split('\n')) tools = answerOf(line.replace(/^data: ?/, '')).result?.tools ?? tools;
  }
  if (Array.isArray(tools)) return tools.length;
  throw new InstallProblem('answers, but not as an MCP server does. Its address ends with /mcp, or /mcp/NAME.');
}

async function ask(
  url: string,
  body: object,
  { token, session }: { token?: string | undefined; session: string | null },
) {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-06-18',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(session !== null && { 'mcp-session-id': session }),
  };
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    return await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal, redirect: 'error' });
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    throw new InstallProblem(`does not answer (${harmless(cause?.code ?? message)}). Is quartet serve running?`);
  }
}

function refusal(status: number): string {
  if (status === 401 || status === 403)
    return `wants a token (${status}). Name the variable that holds it: --token-variable NAME.`;
  return `answers with status ${status}.`;
}
