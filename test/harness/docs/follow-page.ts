import { transformSync } from 'esbuild';
import { expect } from 'vitest';
import { configuredServers, parsed } from './client-configuration.ts';
import { type CodeBlock, codeBlocksOf } from './code-blocks.ts';
import { isAnswer, stepsOf } from './console-steps.ts';
import { hasPython, type Reader } from './reader.ts';
import { serverOf } from './servers.ts';

/** What has come of the blocks of a page. */
export interface Followed {
  /** Commands that were typed, files that were saved, changed or parsed, configurations whose server was asked. */
  readonly run: number;
  /** The reasons of those that are marked. */
  readonly notRun: readonly string[];
}

/** What is looked at and never typed. A command among it would not be tried. */
const LOOKED_AT = new Set(['', 'text']);
const COMMAND = /^\s*(?:\$ |(?:quartet|npm|npx|node|curl|git) \S)/m;

/** Does all that a page says, in its order, and expects what it shows. */
export async function followPage(name: string, page: string, reader: Reader): Promise<Followed> {
  let run = 0;
  const notRun: string[] = [];
  for (const block of codeBlocksOf(page)) {
    const place = `${name}:${block.line}`;
    if (block.given) await typed(block.given, reader, place);
    if (block.notRun) notRun.push(`${place} ${block.notRun}`);
    else run += await followBlock(block, reader, place);
  }
  return { run, notRun };
}

async function followBlock(block: CodeBlock, reader: Reader, place: string): Promise<number> {
  const { language, title, below, replaces, text } = block;
  if (title !== undefined && below !== undefined) reader.edit(title, below, text, 'below');
  else if (title !== undefined && replaces !== undefined) reader.edit(title, replaces, text, 'replaces');
  else if (title !== undefined) reader.save(title, text);
  if (language === 'console') return followSteps(text, reader, place);
  if (language === 'sh') return followScript(text, reader, place);
  if (language === 'json' || language === 'toml') return followConfiguration(language, text, reader, place);
  if (title !== undefined) return 1;
  if (language === 'ts' || language === 'js') {
    transformSync(text, { loader: 'ts' });
    return 1;
  }
  if (!LOOKED_AT.has(language)) throw new Error(`${place}: nothing tries ${language}: mark it as not run`);
  expect(text, `${place}: commands stand in blocks of the kind sh or console`).not.toMatch(COMMAND);
  return 0;
}

async function followSteps(text: string, reader: Reader, place: string): Promise<number> {
  const steps = stepsOf(text).filter(({ command }) => hasPython || !command.includes('python3'));
  for (const { command, shown } of steps) {
    const { output } = await reader.type(command);
    if (!isAnswer(shown, output)) expect(output, `${place}: ${command}`).toBe(shown);
  }
  return steps.length;
}

/** A server of a script goes on running; what stands before, between and behind servers is pasted as a whole. */
async function followScript(text: string, reader: Reader, place: string): Promise<number> {
  let pasted = '';
  for (const line of text.split('\n').slice(0, -1)) {
    if (serverOf(line) === undefined) {
      pasted += `${line}\n`;
      continue;
    }
    if (pasted !== '') await typed(pasted, reader, place);
    pasted = '';
    await typed(line, reader, place);
  }
  if (pasted !== '') await typed(pasted, reader, place);
  return text.split('\n').filter((line) => /^[^\s#]/.test(line)).length;
}

async function typed(command: string, reader: Reader, place: string): Promise<void> {
  const { output, code } = await reader.type(command);
  expect(code, `${place}: ${command}\n${output}`).toBe(0);
}

async function followConfiguration(language: string, text: string, reader: Reader, place: string): Promise<number> {
  const servers = configuredServers(parsed(language, text));
  for (const { command, args, env } of servers) {
    const tools = await reader.toolsOf(command, args, env);
    expect(tools.length, `${place}: tools of ${command} ${args.join(' ')}`).toBeGreaterThan(0);
  }
  return Math.max(1, servers.length);
}
