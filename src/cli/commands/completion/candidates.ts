import type { Command, Option } from 'commander';
import { choicesOf, type JsonSchema, typesOf } from '../../../common/json-schema.ts';
import { listingOf } from '../../../kernel/schema.ts';
import type { Tool } from '../../../kernel/tool.ts';
import { childNamed, visibleCommands } from '../../help/command-tree.ts';
import { loadToolsets, TOOLSET_IDS, TOOLSETS } from '../../toolsets.ts';
import type { Candidate } from './candidate.ts';
import { bookIds, fileNames } from './places.ts';

/** A command line up to the cursor: what was said before, and the word that is being typed. */
interface Typed {
  readonly command: Command;
  /** Words that are neither commands, options nor their values. */
  readonly operands: readonly string[];
  /** The values of options, by their attribute names. */
  readonly flags: Readonly<Record<string, string>>;
  /** The option whose value is being typed. */
  readonly pending: Option | undefined;
  readonly word: string;
}

/** What may stand where the cursor is, for the words behind `quartet`. */
export async function candidates(program: Command, words: readonly string[]): Promise<Candidate[]> {
  const typed = readWords(program, words);
  const found = await offered(typed);
  return found.filter(({ value }) => value.startsWith(typed.word));
}

function readWords(program: Command, words: readonly string[]): Typed {
  let command = program;
  const operands: string[] = [];
  const flags: Record<string, string> = {};
  let pending: Option | undefined;
  for (const word of words.slice(0, -1)) {
    if (pending !== undefined) {
      flags[pending.attributeName()] = word;
      pending = undefined;
    } else if (word.startsWith('-') && word !== '-') {
      const [name = '', value] = word.split(/=(.*)/s);
      const option = optionsOf(command).find(({ long, short }) => long === name || short === name);
      if (option?.required && value === undefined) pending = option;
      else if (option && value !== undefined) flags[option.attributeName()] = value;
    } else {
      const child = operands.length === 0 ? childNamed(command, word) : undefined;
      if (child === undefined) operands.push(word);
      else command = child;
    }
  }
  return { command, operands, flags, pending, word: words.at(-1) ?? '' };
}

async function offered(typed: Typed): Promise<Candidate[]> {
  const { command, operands, pending, word } = typed;
  if (pending !== undefined) return valuesOf(pending, typed, word);
  const [, flag, value] = /^(--[a-z0-9-]+)=(.*)$/s.exec(word) ?? [];
  if (flag !== undefined && value !== undefined) {
    const option = optionsOf(command).find(({ long }) => long === flag);
    const values = option ? await valuesOf(option, typed, value) : [];
    return values.map((one) => ({ ...one, value: `${flag}=${one.value}` }));
  }
  if (word.startsWith('-'))
    return optionsOf(command).map(({ long, short, description }) => ({
      value: long ?? short ?? '',
      meaning: description,
    }));
  const commands = operands.length === 0 ? visibleCommands(command).map(asCandidate) : [];
  return [...commands, ...(await operandsOf(typed))];
}

function asCandidate(command: Command): Candidate {
  return { value: command.name(), meaning: command.description() };
}

function optionsOf(command: Command): readonly Option[] {
  const help = command.createHelp().visibleOptions(command);
  return [...command.options, ...help.filter((option) => !command.options.includes(option))];
}

/** Values of an option: its fixed choices, or what there is. */
async function valuesOf(option: Option, { flags }: Typed, word: string): Promise<Candidate[]> {
  if (option.argChoices) return option.argChoices.map((value) => ({ value }));
  switch (option.attributeName()) {
    case 'book':
      return bookIds(flags);
    case 'toolsets':
      return inList(word, toolsetNames());
    case 'tools':
    case 'excludeTools':
      return inList(word, await toolNames());
    default:
      return [];
  }
}

/** Names with commas between them: the last one is completed. */
function inList(word: string, names: readonly Candidate[]): Candidate[] {
  const before = word.slice(0, word.lastIndexOf(',') + 1);
  return names.map(({ value, meaning }) => ({ value: `${before}${value}`, meaning }));
}

async function operandsOf(typed: Typed): Promise<Candidate[]> {
  const { command, operands, word } = typed;
  const expected = command.registeredArguments[Math.min(operands.length, command.registeredArguments.length - 1)];
  if (expected?.argChoices) {
    const isOpen = expected.variadic || operands.length < command.registeredArguments.length;
    return isOpen ? expected.argChoices.filter((value) => !operands.includes(value)).map((value) => ({ value })) : [];
  }
  const path = command.parent?.parent === null ? command.name() : '';
  const [first] = operands;
  if (path === 'help') return helpTopics(typed);
  if (path === 'tools' && first === undefined) return [...toolsetNames(), ...(await toolNames())];
  if (path !== 'call') return [];
  return first === undefined ? toolNames() : argumentsOf(first, operands.slice(1), word, typed.flags);
}

/** The commands below those that were named; also tools, which have a help of their own. */
async function helpTopics({ command, operands }: Typed): Promise<Candidate[]> {
  let topic = command.parent ?? command;
  for (const word of operands) topic = childNamed(topic, word) ?? topic;
  const commands = visibleCommands(topic).map(asCandidate);
  return operands.length === 0 ? [...commands, ...(await toolNames())] : commands;
}

function toolsetNames(): Candidate[] {
  return TOOLSET_IDS.map((id) => ({ value: id, meaning: TOOLSETS[id].summary }));
}

async function tools(): Promise<Tool[]> {
  return (await loadToolsets(TOOLSET_IDS)).flatMap((toolset) => toolset.tools);
}

async function toolNames(): Promise<Candidate[]> {
  return (await tools()).map(({ name, title }) => ({ value: name, meaning: title }));
}

/** The arguments of a tool that were not given yet, or the values of the one that is being typed. */
async function argumentsOf(
  name: string,
  given: readonly string[],
  word: string,
  flags: Typed['flags'],
): Promise<Candidate[]> {
  const tool = (await tools()).find((one) => one.name === name);
  const properties = tool ? ((listingOf(tool).inputSchema as JsonSchema).properties ?? {}) : {};
  const [key = '', value] = word.split(/=(.*)/s);
  const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (value !== undefined && schema !== undefined) {
    const values = await argumentValues(key, schema, value, flags);
    return values.map((one) => ({ ...one, value: `${key}=${one.value}` }));
  }
  const used = new Set(given.map((pair) => pair.split(/:?=/)[0]));
  return Object.entries(properties)
    .filter(([one]) => !used.has(one))
    .map(([one, { description }]) => ({ value: `${one}=`, meaning: description }));
}

async function argumentValues(
  key: string,
  schema: JsonSchema,
  value: string,
  flags: Typed['flags'],
): Promise<Candidate[]> {
  if (value.startsWith('@')) return (await fileNames(value.slice(1))).map((name) => ({ value: `@${name}` }));
  if (key === 'book_id') return bookIds(flags);
  const choices = choicesOf(schema) ?? (typesOf(schema).includes('boolean') ? [true, false] : []);
  return choices.map((choice) => ({ value: String(choice) }));
}
