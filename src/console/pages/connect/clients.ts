import {
  bridged,
  commandSnippet,
  exportSnippets,
  fileSnippet,
  headerFlag,
  headers,
  linkUnlessOpen,
  PROMPTED_TOKEN,
  promptFor,
  remote,
  type Snippet,
  servers,
  started,
  TOKEN_VARIABLE,
  tomlSnippet,
  withToken,
} from './snippets.ts';
import { hasSecret, type Target } from './target.ts';
import { base64Json } from './text-formats.ts';

export interface Setup {
  readonly snippets: readonly Snippet[];
  /** An address that opens the client and adds the server there. */
  readonly link?: string | undefined;
  /** What to know or to do besides. */
  readonly notes: readonly string[];
}

export interface ClientEntry {
  readonly id: string;
  readonly label: string;
  /** Whether the client can be opened by a link. */
  readonly hasLink?: boolean;
  readonly http: (target: Target) => Setup;
  readonly stdio: (target: Target) => Setup;
}

/** How each client is told of a server, as its maker's documentation has it. */
export const CLIENTS: readonly ClientEntry[] = [
  {
    id: 'claude-desktop',
    label: 'Claude Desktop',
    http: (target) => claudeDesktop(servers(target, bridged(target)), [BRIDGE_NOTE]),
    stdio: (target) => claudeDesktop(servers(target, started(target))),
  },
  {
    id: 'claude-code',
    label: 'Claude Code',
    http: (target) => ({
      snippets: [
        claudeCode('http', target.name, target.url, ...headerFlag(target)),
        fileSnippet(
          '.mcp.json of a project',
          servers(target, { type: 'http', ...remote(withToken(target, VARIABLE)) }),
        ),
        ...exportSnippets(target),
      ],
      notes: target.token === undefined ? [] : ['A project’s file is for sharing: it names a variable, not the token.'],
    }),
    stdio: (target) => ({
      snippets: [
        claudeCode('stdio', target.name, '--', target.command, ...target.args),
        fileSnippet('.mcp.json of a project', servers(target, started(target))),
      ],
      notes: [],
    }),
  },
  {
    id: 'cursor',
    label: 'Cursor',
    hasLink: true,
    http: (target) => cursor(target, remote(target)),
    stdio: (target) => cursor(target, started(target)),
  },
  {
    id: 'vs-code',
    label: 'VS Code',
    hasLink: true,
    http: (target) => {
      const asked = hasSecret(target) ? target : withToken(target, PROMPTED_TOKEN);
      return vsCode(target, { type: 'http', ...remote(asked) }, promptFor(target));
    },
    stdio: (target) => vsCode(target, { type: 'stdio', ...started(target) }, []),
  },
  {
    id: 'windsurf',
    label: 'Windsurf',
    http: (target) => windsurf(servers(target, { serverUrl: target.url, ...headers(target) })),
    stdio: (target) => windsurf(servers(target, started(target))),
  },
  {
    id: 'codex',
    label: 'Codex',
    http: ({ name, url, token, ...rest }) => ({
      snippets: [
        commandSnippet('codex', 'mcp', 'add', name, '--url', url, ...(token ? [BEARER_FLAG, TOKEN_VARIABLE] : [])),
        codexFile(name, [['url', url], ...(token ? ([['bearer_token_env_var', TOKEN_VARIABLE]] as const) : [])]),
        ...exportSnippets({ name, url, token, ...rest }),
      ],
      notes: [],
    }),
    stdio: ({ name, command, args }) => ({
      snippets: [
        commandSnippet('codex', 'mcp', 'add', name, '--', command, ...args),
        codexFile(name, [
          ['command', command],
          ['args', args],
        ]),
      ],
      notes: [],
    }),
  },
  {
    id: 'gemini-cli',
    label: 'Gemini CLI',
    http: (target) => {
      const words = ['--transport', 'http', ...headerFlag(target), target.name, target.url];
      return gemini(servers(target, { httpUrl: target.url, ...headers(target) }), words);
    },
    stdio: (target) => {
      // Its own options would be looked for among those of the server, but for this.
      const flags = target.args.findIndex((word) => word.startsWith('-'));
      const args = flags === -1 ? target.args : target.args.toSpliced(flags, 0, '--');
      return gemini(servers(target, started(target)), [target.name, target.command, ...args]);
    },
  },
  {
    id: 'zed',
    label: 'Zed',
    http: (target) => zed({ [target.name]: remote(target) }),
    stdio: (target) => zed({ [target.name]: { ...started(target), env: target.env ?? {} } }),
  },
  {
    id: 'lm-studio',
    label: 'LM Studio',
    hasLink: true,
    http: (target) => lmStudio(target, remote(target)),
    stdio: (target) => lmStudio(target, started(target)),
  },
  {
    id: 'other',
    label: 'Another client',
    http: (target) => ({
      snippets: [fileSnippet(COMMON_FORM, servers(target, { type: 'http', ...remote(target) }))],
      notes: ['The transport is Streamable HTTP. Sessions are offered, not required.'],
    }),
    stdio: (target) => ({
      snippets: [
        fileSnippet(COMMON_FORM, servers(target, started(target))),
        commandSnippet(target.command, ...target.args),
      ],
      notes: [],
    }),
  },
];

const VARIABLE = `\${${TOKEN_VARIABLE}}`;
const BEARER_FLAG = '--bearer-token-env-var';
const COMMON_FORM = 'The form that most clients read';
const BRIDGE_NOTE =
  'Its file takes only commands, so mcp-remote, which npx fetches, passes everything on to the address. With stdio it is not needed.';

function claudeDesktop(value: unknown, notes: readonly string[] = []): Setup {
  return {
    snippets: [fileSnippet('claude_desktop_config.json', value)],
    notes: [
      ...notes,
      'Settings → Developer → Edit Config opens the file. It is in ~/Library/Application Support/Claude on macOS, in %APPDATA%\\Claude on Windows.',
      'Quit Claude and start it again.',
    ],
  };
}

function claudeCode(transport: string, ...words: readonly string[]): Snippet {
  return commandSnippet('claude', 'mcp', 'add', '--scope', 'user', '--transport', transport, ...words);
}

function cursor(target: Target, entry: unknown): Setup {
  const name = encodeURIComponent(target.name);
  const link = `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${base64Json(entry)}`;
  return {
    snippets: [fileSnippet('mcp.json', servers(target, entry))],
    link: linkUnlessOpen(entry, link),
    notes: ['~/.cursor/mcp.json is for all projects, .cursor/mcp.json for one. On Windows, ~ is %USERPROFILE%.'],
  };
}

function vsCode({ name }: Target, entry: object, inputs: readonly object[]): Setup {
  const prompts = inputs.length === 0 ? {} : { inputs };
  const link = `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, ...entry, ...prompts }))}`;
  return {
    snippets: [fileSnippet('mcp.json', { ...prompts, servers: { [name]: entry } })],
    link: linkUnlessOpen(entry, link),
    notes: [
      'The command “MCP: Open User Configuration” opens the file for all projects; .vscode/mcp.json is for one.',
      ...(inputs.length === 0 ? [] : ['VS Code asks for the token when it first starts the server, and keeps it.']),
    ],
  };
}

function windsurf(value: unknown): Setup {
  return {
    snippets: [fileSnippet('mcp_config.json', value)],
    notes: ['The file is in ~/.codeium/windsurf, on Windows in %USERPROFILE%\\.codeium\\windsurf.'],
  };
}

function codexFile(name: string, lines: Parameters<typeof tomlSnippet>[2]): Snippet {
  return tomlSnippet('~/.codex/config.toml', `mcp_servers.${name}`, lines);
}

function gemini(value: unknown, words: readonly string[]): Setup {
  return {
    snippets: [
      commandSnippet('gemini', 'mcp', 'add', '--scope', 'user', ...words),
      fileSnippet('~/.gemini/settings.json', value),
    ],
    notes: [],
  };
}

function zed(context_servers: unknown): Setup {
  return {
    snippets: [fileSnippet('settings.json', { context_servers })],
    notes: ['The command “zed: open settings file” opens it.'],
  };
}

function lmStudio(target: Target, entry: unknown): Setup {
  const link = `lmstudio://add_mcp?name=${encodeURIComponent(target.name)}&config=${base64Json(entry)}`;
  return {
    snippets: [fileSnippet('mcp.json', servers(target, entry))],
    link: linkUnlessOpen(entry, link),
    notes: ['In the Program tab, Install → Edit mcp.json opens the file.'],
  };
}
