import type { ProgramCommand } from '../../mcp/server-types.ts';

/** Stands where a token must be written. */
export const TOKEN_PLACEHOLDER = 'YOUR_TOKEN';
/** Stands for the program where this page may not know its place. */
export const PROGRAM_PLACEHOLDER = '/ABSOLUTE/PATH/TO/quartet/bin/quartet.js';
const UNKNOWN_PROGRAM: ProgramCommand = { command: 'node', args: [PROGRAM_PLACEHOLDER] };

/** What a client is to be connected with. */
export interface Target {
  /** What the client will call it. */
  readonly name: string;
  readonly url: string;
  /** Where tokens are wanted: the token, or a placeholder. */
  readonly token: string | undefined;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

interface TargetParts {
  readonly origin: string;
  /** One toolset; all when empty. */
  readonly toolset: string;
  /** Whether the server wants tokens. */
  readonly tokens: boolean;
  /** The token that somebody asked to have put in. */
  readonly token: string | undefined;
  readonly program: ProgramCommand | undefined;
}

/** What a toolset must be told to start by itself, where its name is not enough. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = { oj: ['oj', '--embedded'] };

export function targetOf({ origin, toolset, tokens, token, program }: TargetParts): Target {
  return {
    name: toolset === '' ? 'quartet' : `quartet-${toolset}`,
    url: `${origin}/mcp${toolset && `/${toolset}`}`,
    token: tokens ? (token ?? TOKEN_PLACEHOLDER) : undefined,
    ...(program ?? UNKNOWN_PROGRAM),
    args: [...(program ?? UNKNOWN_PROGRAM).args, ...(COMMANDS[toolset] ?? [toolset || 'all'])],
  };
}

/** Whether the token is one, and not what stands for it. */
export function hasSecret({ token }: Target): boolean {
  return token !== undefined && token !== TOKEN_PLACEHOLDER;
}

/** What must be replaced in a text before it works. */
export function placeholdersIn(text: string): string[] {
  return [TOKEN_PLACEHOLDER, PROGRAM_PLACEHOLDER].filter((placeholder) => text.includes(placeholder));
}
