import type { Identity } from '../../kernel/session.ts';

/** What somebody who starts a stdio server by hand sees. */
export function welcome(command: string, identity: Identity, tools: number): string {
  return `${identity.name} ${identity.version}: ${tools} ${tools === 1 ? 'tool' : 'tools'}, waiting for an MCP client on standard input.
This is a server, not a prompt. To connect it, give your client this command:
    quartet ${command}
for example: claude mcp add ${identity.name} -- npx -y quartet-mcp ${command}
To try a tool by hand: quartet tools, then quartet call TOOL key=value.
Ctrl-D ends the server.
`;
}
