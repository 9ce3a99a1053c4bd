import type { Identity } from '../../kernel/session.ts';

/** What somebody who starts a stdio server by hand sees; the program is named as it can be started again. */
export function welcome(program: string, command: string, identity: Identity, tools: number): string {
  return `${identity.name} ${identity.version}: ${tools} ${tools === 1 ? 'tool' : 'tools'}, waiting for an MCP client on standard input.
This is a server, not a prompt. To connect it, give your client this command:
    ${program} ${command}
for example:
    claude mcp add ${identity.name} -- ${program} ${command}
To try a tool by hand:
    ${program} tools
    ${program} call TOOL key=value
Ctrl-D ends the server.
`;
}
