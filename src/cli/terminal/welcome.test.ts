import { expect, it } from 'vitest';
import { welcome } from './welcome.ts';

const identity = { name: 'cobol-mcp-server', title: 'COBOL', version: '1.2.3', instructions: '' };

it('tells a person at a terminal what this is and what to do', () => {
  expect(welcome('quartet', '/usr/bin/node /opt/quartet.js cobol', 'cobol', identity, 3)).toBe(
    `cobol-mcp-server 1.2.3: 3 tools, waiting for an MCP client on standard input.
This is a server, not a prompt. To connect it, name your client:
    quartet install claude-code cobol
or give it this command:
    /usr/bin/node /opt/quartet.js cobol
To try a tool by hand:
    quartet tools
    quartet call TOOL key=value
Ctrl-D ends the server.
`,
  );
});

it('names the program as it was started', () => {
  const text = welcome('node /src/bin/quartet.js', '/usr/bin/node /src/bin/quartet.js all', 'all', identity, 3);
  expect(text).toContain('\n    node /src/bin/quartet.js install claude-code all\n');
  expect(text).toContain('\n    /usr/bin/node /src/bin/quartet.js all\n');
  expect(text).toContain('\n    node /src/bin/quartet.js tools\n    node /src/bin/quartet.js call TOOL key=value\n');
});

it('counts one tool as one', () => {
  expect(welcome('quartet', 'quartet', 'cobol', identity, 1)).toContain(': 1 tool, waiting');
  expect(welcome('quartet', 'quartet', 'cobol', identity, 0)).toContain(': 0 tools, waiting');
});
