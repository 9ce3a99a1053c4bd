import type { Command, Option } from 'commander';
import type { Toolset } from '../../kernel/toolset.ts';
import { VERSION } from '../../version.ts';
import { wrapText } from '../terminal/spans.ts';
import { allCommands, pathOf } from './command-tree.ts';
import { EXAMPLES_OF_COMMANDS } from './examples.ts';

const OWN = 'Options:';

/** The manual page, made from the commands themselves. What many commands share is written once. */
export function manPage(program: Command, toolsets: readonly Toolset[]): string {
  const [, ...commands] = allCommands(program);
  const parts = [
    [`.TH QUARTET 1 "" "quartet ${roff(VERSION)}" "User Commands"`, '.nh', '.ad l'],
    section('NAME', ['quartet \\- four MCP servers in one program']),
    section('SYNOPSIS', ['.B quartet', '.I command', '[\\fIoptions\\fR]']),
    section('DESCRIPTION', [
      ...prose(program.description()),
      ...prose('Without a command it says what to try first. A client of the Model Context Protocol starts'),
      '.BR "quartet all" ,',
      ...prose('or one of the servers; people use the other commands.'),
    ]),
    section('COMMANDS', commands.flatMap(commandLines)),
    section('SHARED OPTIONS', sharedLines(commands)),
    section('TOOLS', toolLines(toolsets)),
    section('VALUES', VALUES),
    section('EXIT STATUS', EXIT_STATUS),
    section('ENVIRONMENT', ENVIRONMENT),
    section('EXAMPLES', ['.nf', ...(EXAMPLES_OF_COMMANDS['quartet call'] ?? []).map(roff), '.fi']),
  ];
  return `.\\" Made by npm run docs.\n${parts.flat().join('\n')}\n`;
}

function section(title: string, lines: readonly string[]): string[] {
  return [`.SH ${quoted(title)}`, ...lines];
}

function commandLines(command: Command): string[] {
  const own = visibleOptions(command).filter((option) => headingOf(option) === OWN && option.long !== '--help');
  const usage = command
    .usage()
    .replace(/^\[options\] ?/, '')
    .replace(/ ?\[command\] ?/, ' ');
  return [
    `.SS ${quoted(`${pathOf(command)} ${usage}`.trim())}`,
    ...sentence(command.description()),
    ...own.flatMap(optionLines),
    ...shared(command),
  ];
}

/** Names the groups of options that a command takes besides its own. */
function shared(command: Command): string[] {
  const headings = new Set(visibleOptions(command).map(headingOf));
  headings.delete(OWN);
  const names = Array.from(headings, (heading) => heading.replace(/:$/, ''));
  return names.length === 0 ? [] : ['.PP', ...prose(`Also takes the options below: ${names.join('; ')}.`)];
}

/** Every group of options once, with all that any command has of it. */
function sharedLines(commands: readonly Command[]): string[] {
  const groups = new Map<string, Map<string, Option>>();
  for (const option of commands.flatMap((command) => command.options)) {
    const heading = headingOf(option);
    if (heading === OWN) continue;
    const group = groups.get(heading) ?? new Map<string, Option>();
    groups.set(heading, group.set(option.flags, option));
  }
  return Array.from(groups).flatMap(([heading, options]) => [
    `.SS ${quoted(heading.replace(/:$/, ''))}`,
    ...Array.from(options.values()).flatMap(optionLines),
  ]);
}

function optionLines({ flags, description, defaultValue }: Option): string[] {
  const usual = typeof defaultValue === 'string' ? ` (default: ${defaultValue})` : '';
  return ['.TP', `.B ${quoted(flags)}`, ...prose(`${description}${usual}`)];
}

function visibleOptions(command: Command): Option[] {
  return command.createHelp().visibleOptions(command);
}

function headingOf(option: Option): string {
  return option.helpGroupHeading ?? OWN;
}

function toolLines(toolsets: readonly Toolset[]): string[] {
  return [
    'Arguments and an example of each:',
    '.BR "quartet tools" " \\fIname\\fR."',
    ...toolsets.flatMap(({ id, tools }) => [
      `.SS ${quoted(id)}`,
      ...tools.flatMap(({ name, title, extra }) => [
        '.TP',
        `.B ${roff(name)}`,
        roff(`${title}${extra ? ' (extra)' : ''}`),
      ]),
    ]),
  ];
}

const VALUES = pairs([
  ['key=text', 'text, or a number or true or false where the tool wants one'],
  ['key:=JSON', 'any JSON value; needed for a text that begins with @ or is a single -'],
  ['key=@file', 'what a file holds: its text, or for binary_data its bytes as base64'],
  ['key=-', 'what standard input holds'],
]);

const EXIT_STATUS = pairs([
  ['0', 'it worked'],
  ['1', 'it failed, or a tool reported an error, or find found nothing'],
  ['2', 'the command makes no sense; a line says where its help is. Also a search of find that failed'],
  ['130', 'it was interrupted with Ctrl-C'],
]);

const ENVIRONMENT = [
  ...prose('Most options have a variable, which is named with them above; an option wins over its variable. Besides:'),
  ...pairs([
    ['NO_COLOR', 'no colours, if it is set to anything; the same with TERM=dumb'],
    ['XDG_DATA_HOME', 'where programs keep their data: the library, the judge, a token'],
  ]),
];

function pairs(all: readonly (readonly [string, string])[]): string[] {
  return all.flatMap(([term, text]) => ['.TP', `.B ${quoted(term)}`, ...prose(text)]);
}

function sentence(text: string): string[] {
  return prose(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
}

/** In lines as short as the readers of such files want them. */
function prose(text: string): string[] {
  return wrapText(text, 66).map(roff);
}

/** Text that roff takes for text. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('’', '\\(cq')
    .replaceAll('…', '...')
    .replace(/^([.'])/, '\\&$1');
}

function quoted(text: string): string {
  return `"${roff(text).replaceAll('"', '\\(dq')}"`;
}
