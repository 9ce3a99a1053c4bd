import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('./boundaries.js', import.meta.url));

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
    'src/kernel/y.ts': "import { z } from '../lib/z.ts';",
    'src/toolsets/a/folder/z.ts': "import { z } from '../../../lib/z.ts';",
    'src/lib/z.ts': "export * from './w.ts';",
    'src/toolsets/a/w.ts': "import { e } from '../../engines/e/index.ts';",
    'src/engines/e/index.ts': "import { z } from '../../lib/z.ts';",
    'src/engines/library/index.ts': "import { c } from './commit/c.ts';",
    'src/engines/library/commit/c.ts': "import { s } from '../storage/fs/s.ts';",
    'src/engines/library/export/x.ts':
      "import { e } from '../../../common/e.ts';\nimport { z } from '../archive/z.ts';",
    'src/engines/library/storage/fs/s.ts': "import { m } from '../../model/m.ts';",
    'src/exports/a.ts': "import { x } from '../toolsets/a/index.ts';\nprocess.stdout.write('');",
    'src/cli/help.ts': "import { e } from '../common/e.ts';",
    'src/console/form.ts': "import { e } from '../common/e.ts';",
    'src/common/e.ts': "export * from './f.ts';",
    'src/kernel/testing/t.ts': "import { x } from '../../toolsets/a/index.ts';",
  });
  expect(good.status).toBe(0);
});

it.each([
  ['a toolset importing another', 'src/toolsets/a/x.ts', "import { y } from '../b/y.ts';"],
  ['a toolset importing a transport', 'src/toolsets/a/x.ts', "import { y } from '../../transports/y.ts';"],
  ['a toolset importing the SDK', 'src/toolsets/a/x.ts', "import { Server } from '@modelcontextprotocol/server';"],
  ['the kernel importing a toolset, lazily', 'src/kernel/x.ts', "const a = await import('../toolsets/a/index.ts');"],
  ['the kernel importing the SDK elsewhere', 'src/kernel/x.ts', "export * from '@modelcontextprotocol/server/stdio';"],
  ['the kernel importing what the console shares', 'src/kernel/x.ts', "import { y } from '../common/y.ts';"],
  ['what the console shares importing anything', 'src/common/x.ts', "import { y } from '../lib/y.ts';"],
  ['a small mechanic importing a room', 'src/lib/x.ts', "import { y } from '../kernel/y.ts';"],
  ['a transport importing the command line', 'src/transports/x.ts', "import '../cli/main.ts';"],
  ['a toolset reading the environment', 'src/toolsets/a/x.ts', 'export const token = process.env.TOKEN;'],
  ['a toolset writing to stdout', 'src/toolsets/a/x.ts', "console.log('hello');"],
  ['the console importing a room of the server', 'src/console/x.tsx', "import { y } from '../lib/y.ts';"],
  ['the server importing the console', 'src/transports/x.ts', "import { y } from '../console/y.ts';"],
  ['the command line importing an export', 'src/cli/x.ts', "import { y } from '../exports/y.ts';"],
  ['an export reading the environment', 'src/exports/x.ts', 'export const token = process.env.TOKEN;'],
  ['an engine importing the kernel', 'src/engines/e/x.ts', "import { y } from '../../kernel/y.ts';"],
  ['an engine importing what the console shares', 'src/engines/e/x.ts', "import { y } from '../../common/y.ts';"],
  ['an archive importing an export', 'src/engines/library/archive/x.ts', "import { y } from '../export/y.ts';"],
  ['an engine importing another', 'src/engines/e/x.ts', "import { y } from '../f/y.ts';"],
  ['an engine importing a toolset', 'src/engines/e/x.ts', "import { y } from '../../toolsets/a/y.ts';"],
  ['the kernel importing an engine', 'src/kernel/x.ts', "import { y } from '../engines/e/y.ts';"],
  ['the model of the library importing its storage', 'src/engines/library/model/x.ts', "import '../storage/y.ts';"],
  ['the storage importing the journal', 'src/engines/library/storage/fs/x.ts', "import '../../journal/y.ts';"],
  ['a commit importing the search', 'src/engines/library/commit/x.ts', "import '../search/y.ts';"],
  ['the search importing the archives', 'src/engines/library/search/x.ts', "import '../archive/y.ts';"],
  ['a room of the library importing its index', 'src/engines/library/search/x.ts', "import '../index.ts';"],
])('refuses %s', (_, path, text) => {
  const bad = check({ [path]: text });
  expect(bad.status).toBe(1);
  expect(bad.stderr).toContain(path);
});

it.each([
  ['a circle of two', { 'src/kernel/a.ts': "import './b.ts';", 'src/kernel/b.ts': "import './a.ts';" }],
  [
    'a circle of three by types',
    {
      'src/lib/a.ts': "import type { B } from './b.ts';",
      'src/lib/b.ts': "export type { C } from './c.ts';",
      'src/lib/c.ts': "import type { A } from './a.ts';",
    },
  ],
  ['a file that imports itself', { 'src/lib/a.ts': "import type { A } from './a.ts';" }],
])('refuses %s', (_, files) => {
  const bad = check(files);
  expect(bad.status).toBe(1);
  expect(bad.stderr).toContain('a circle: ');
});
