import { expect, it } from 'vitest';
import { commandTree } from '../program.ts';
import { loadToolsets, TOOLSET_IDS } from '../toolsets.ts';
import { allCommands, pathOf } from './command-tree.ts';
import { manPage } from './man-page.ts';

const program = commandTree(() => {});
const toolsets = await loadToolsets(TOOLSET_IDS);
const page = manPage(program, toolsets);
const roff = (text: string) => text.replaceAll('-', '\\-');

it('the manual names every command, option and tool', () => {
  const [, ...commands] = allCommands(program);
  for (const command of commands) expect(page).toContain(`.SS "${pathOf(command)}`);
  for (const { flags } of commands.flatMap((command) => command.options)) {
    if (flags !== '-h, --help') expect(page).toContain(`.B "${roff(flags)}"`);
  }
  for (const { name } of toolsets.flatMap(({ tools }) => tools)) expect(page).toContain(`\n.B ${name}\n`);
});

it('no line of text is taken for a request', () => {
  const requests = page.split('\n').filter((line) => /^[.']/.test(line));
  expect(requests.filter((line) => !/^\.(TH|SH|SS|TP|PP|B|BR|I|nf|fi|nh|ad|\\")( |$)/.test(line))).toEqual([]);
});
