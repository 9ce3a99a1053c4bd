import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../scripts/boundaries.js', import.meta.url));

function check(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'quartet-boundaries-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, root], { encoding: 'utf8' });
  rmSync(root, { recursive: true });
  return { status, stderr };
}

it('lets the arrows of the design pass', () => {
  const good = check({
    'src/cli/main.ts': "import { x } from '../toolsets/a/index.ts';\nprocess.env.X;",
    'src/toolsets/a/index.ts': "import { y } from '../../kernel/y.ts';",
    'src/kernel/server.ts': "import { Server } from '@modelcontextprotocol/server';",
  });
  expect(good.status).toBe(0);
});

it.each([
  ['a toolset importing another', 'src/toolsets/a/x.ts', "import { y } from '../b/y.ts';"],
  ['a toolset importing a transport', 'src/toolsets/a/x.ts', "import { y } from '../../transports/y.ts';"],
  ['a toolset importing the SDK', 'src/toolsets/a/x.ts', "import { Server } from '@modelcontextprotocol/server';"],
  ['the kernel importing a toolset, lazily', 'src/kernel/x.ts', "const a = await import('../toolsets/a/index.ts');"],
  ['the kernel importing the SDK elsewhere', 'src/kernel/x.ts', "export * from '@modelcontextprotocol/server/stdio';"],
  ['a transport importing the command line', 'src/transports/x.ts', "import '../cli/main.ts';"],
  ['a toolset reading the environment', 'src/toolsets/a/x.ts', 'export const token = process.env.TOKEN;'],
  ['a toolset writing to stdout', 'src/toolsets/a/x.ts', "console.log('hello');"],
])('refuses %s', (_, path, text) => {
  const bad = check({ [path]: text });
  expect(bad.status).toBe(1);
  expect(bad.stderr).toContain(path);
});
