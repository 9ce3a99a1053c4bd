import { describe, expect, it } from 'vitest';
import { commandTree, parseAndRun } from '../program.ts';
import { displayWidth } from '../terminal/width.ts';
import { captured } from '../testing/output.ts';
import { allCommands, pathOf } from './command-tree.ts';

const program = commandTree(() => {});
const commands = allCommands(program).map((command) => [pathOf(command), command] as const);

async function said(...words: string[]): Promise<string> {
  return (await captured(() => parseAndRun(words))).stdout;
}

describe('help', () => {
  it.each(commands)('%s: fits a terminal of 80 columns, its own options first', (_, command) => {
    const text = command.helpInformation();
    expect(text.split('\n').filter((line) => displayWidth(line) > 80)).toEqual([]);
    const headings = text.split('\n').filter((line) => /^[A-Z][^.]*:$/.test(line));
    expect(headings.indexOf('Options:')).toBeLessThanOrEqual(headings[0] === 'Arguments:' ? 1 : 0);
  });

  it('of a command is the same in each way of asking', async () => {
    const help = await said('books', 'ingest', '--help');
    expect(help).toMatch(/^Usage: quartet books ingest \[options\] <folder>\n/);
    expect(await said('help', 'books', 'ingest')).toBe(help);
    expect(await said('help', 'call')).toBe(await said('call', '--help'));
    expect(await said('help')).toBe(await said('--help'));
  });

  it('groups options by toolset, and leaves rare ones to the toolset itself', async () => {
    const call = await said('help', 'call');
    expect(call.match(/^[A-Z][\w ]+:$/gm)).toEqual([
      'Options:',
      'Which tools:',
      'Online judge:',
      'Books:',
      'Files:',
      'Log:',
      'Values:',
      'Examples:',
    ]);
    expect(call).not.toContain('--s3-bucket');
    expect(call).toContain('quartet help books');
    expect(await said('help', 'books')).toContain('\nBooks in a bucket:\n  --storage-backend <kind>');
  });

  it('hides no option from the parser', async () => {
    const { value } = await captured(() => parseAndRun(['tools', 'cobol', '--s3-bucket', 'x']));
    expect(value).toBe(0);
  });
});
