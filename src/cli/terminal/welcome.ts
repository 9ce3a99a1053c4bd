import type { Identity } from '../../kernel/session.ts';

/** What somebody who starts a stdio server by hand sees: the program as it is typed here, and the command that starts it from anywhere. */
export function welcome(program: string, client: string, server: string, identity: Identity, tools: number): string {
  return `${identity.name} ${identity.version}: ${tools} ${tools === 1 ? 'tool' : 'tools'}, waiting for an MCP client on standard input.
This is a server, not a prompt. To connect it, name your client:
    ${program} install claude-code ${server}
or give it this command:
    ${client}
To try a tool by hand:
    ${program} tools
    ${program} call TOOL key=value
Ctrl-D ends the server.
`;
}
