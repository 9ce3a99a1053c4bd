/** Configurations as people have them: comments, other servers, their own indentation, keys that are none of our business. */
export const CONFIGURATIONS: Readonly<Record<string, string>> = {
  'claude-desktop': `{
    "mcpServers": {
        "filesystem": {
            "command": "npx",
            "args": ["-y", "@modelcontextprotocol/server-filesystem", "/Users/ann/Desktop"]
        }
    },
    "globalShortcut": "Ctrl+Space"
}
`,
  'claude-code': `{
  "numStartups": 42,
  "tipsHistory": { "new-user-warmup": 3 },
  "mcpServers": {},
  "projects": {
    "/home/ann/work": {
      "mcpServers": { "local": { "type": "stdio", "command": "local", "args": [], "env": { "KEY": "secret" } } },
      "history": [{ "display": "hello: \\"mcpServers\\": {}" }]
    }
  },
  "oauthAccount": null
}`,
  cursor: `{"mcpServers":{"github":{"url":"https://api.githubcopilot.com/mcp/","headers":{"Authorization":"Bearer \${env:GITHUB_TOKEN}"}}}}`,
  'vs-code': `// For all of my projects.
{
	"inputs": [
		{ "type": "promptString", "id": "key", "description": "API key", "password": true },
	],
	"servers": {
		/* the database */
		"postgres": {
			"type": "stdio",
			"command": "docker", // never podman
			"args": ["run", "--rm", "-i", "mcp/postgres"],
		}, // behind the last
		// "old": { "command": "old" }
	},
}
`,
  windsurf: `{\r\n  "mcpServers": {\r\n    "search": {\r\n      "serverUrl": "https://example.com/mcp"\r\n    }\r\n  }\r\n}\r\n`,
  codex: `# My settings
model = "gpt-5.5"
approval_policy = "on-request" # ask me

[mcp_servers.docs]
command = "npx"
args = [
  "-y", # always
  "@docs/mcp",
]
env = { "API_KEY" = 'value' }

[mcp_servers."odd name"]
url = "https://example.com/mcp"

[tui]
notifications = true
banner = """
[mcp_servers.quartet]
is only a text
"""
`,
  'gemini-cli': `{
  // the look
  "ui": { "theme": "GitHub" },
  "security": { "auth": { "selectedType": "oauth-personal" } }
}
`,
  zed: `// Zed settings
//
// For information on how to configure Zed, see the Zed
// documentation: https://zed.dev/docs/configuring-zed
{
  "theme": {
    "mode": "system",
    "light": "One Light", // by day
    "dark": "One Dark",
  },
  "context_servers": {
    "linear": { "command": "npx", "args": ["-y", "linear-mcp"], "env": {} },
  },
  "vim_mode": false,
}
`,
};
