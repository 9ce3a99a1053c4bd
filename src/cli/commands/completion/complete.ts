import type { Command } from 'commander';
import { harmless } from '../../../lib/harmless.ts';
import type { Candidate } from './candidate.ts';
import { candidates } from './candidates.ts';
import { splitLine } from './words.ts';

/** The answer to a shell's question. Bash gives the line up to the cursor and the characters at which it ends words. */
export async function completed(program: Command, shell: string, words: readonly string[]): Promise<string> {
  if (shell !== 'bash') return (await candidates(program, words)).map(described).join('');
  const [line = '', breaks = ''] = words;
  const typed = splitLine(line);
  const word = typed.at(-1) ?? '';
  const kept = lastBreak(word, breaks);
  const found = await candidates(program, typed.slice(1));
  return found.map(({ value }) => `${value.slice(kept)}\n`).join('');
}

/** How much of a word bash keeps, since it takes only what follows for the word. */
function lastBreak(word: string, breaks: string): number {
  const ends = ['=', ':', '@'].filter((char) => breaks.includes(char));
  return Math.max(...ends.map((char) => word.lastIndexOf(char)), -1) + 1;
}

function described({ value, meaning }: Candidate): string {
  return `${value}\t${harmless(meaning ?? '')}\n`;
}
