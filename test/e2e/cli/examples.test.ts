import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exampleOf, toolPage } from '../../../src/cli/help/tool-page.ts';
import { NO_SCREEN } from '../../../src/cli/terminal/screen.ts';
import { TOOLSET_IDS, TOOLSETS } from '../../../src/cli/toolsets.ts';
import type { Tool } from '../../../src/kernel/tool.ts';
import { runQuartet } from '../../harness/run-quartet.ts';
import { QUARTET } from '../../harness/server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'quartet-examples-'));
const bin = join(folder, 'bin');
const env = { ...process.env, HOME: folder, XDG_DATA_HOME: join(folder, 'data'), PATH: `${bin}:${process.env.PATH}` };
mkdirSync(bin);
writeFileSync(join(folder, 'note.txt'), 'the needle\n');
writeFileSync(join(bin, 'quartet'), `#!/bin/sh\nexec '${process.execPath}' '${QUARTET}' "$@"\n`, { mode: 0o755 });

beforeAll(async () => {
  expect(await runQuartet(['books', 'demo'], env)).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const toolsets = await Promise.all(TOOLSET_IDS.map((id) => TOOLSETS[id].load()));
const tools = toolsets.flatMap((toolset) => toolset.tools);

it('every tool is here, extra ones too', () => {
  expect(tools.length).toBeGreaterThanOrEqual(27);
});

it.each(tools.map((tool) => [tool.name, tool] as const))('the example of %s works as pasted', (name, tool) => {
  const page = toolPage(tool, 'books', NO_SCREEN);
  const [, shown = ''] = /\nExample:\n(?: {2}quartet books demo .*\n)?((?: {2}.*\n)+)/.exec(page) ?? [];
  expect(shown).toContain(`quartet call ${name}`);
  expect(exampleOf(tool)).toEqual([shown.replace(/ \\\n */g, ' ').trim()]);
  const { status, stdout, stderr } = spawnSync('sh', ['-c', shown], { env, cwd: folder, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).not.toBe('');
});

it('quartet call NAME --help is the page of the tool', async () => {
  const help = await runQuartet(['call', 'add', '--help'], env);
  expect(help).toEqual({ code: 0, stdout: toolPage(toolNamed('add'), 'cobol', NO_SCREEN), stderr: '' });
  expect(await runQuartet(['tools', 'add'], env)).toEqual(help);
  expect(await runQuartet(['help', 'add'], env)).toEqual(help);
});

function toolNamed(name: string): Tool {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  return tool;
}
