import type { Command } from 'commander';

/** The command that words lead to, and how many of them name it; options and their values are passed over. */
export function commandAt(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const word of words) {
    if (command.commands.length === 0) break;
    command = childNamed(command, word) ?? command;
  }
  return command;
}

export function childNamed(command: Command, word: string): Command | undefined {
  return command.commands.find((child) => child.name() === word || child.aliases().includes(word));
}

/** A command as people type it: `quartet books ingest`. */
export function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

export function visibleCommands(command: Command): Command[] {
  return command.commands.filter((child) => !isHidden(child));
}

export function isHidden(command: Command): boolean {
  return '_hidden' in command && command._hidden === true;
}

export function allCommands(command: Command): Command[] {
  return [command, ...visibleCommands(command).flatMap(allCommands)];
}
