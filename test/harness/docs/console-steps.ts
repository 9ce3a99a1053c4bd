/** A command of a console block, and what it is shown to answer. */
export interface ConsoleStep {
  readonly command: string;
  readonly shown: string;
}

const PROMPT = '$ ';

/** Takes a console block apart: a line with a prompt is a command, goes on behind a backslash, and its answer follows. */
export function stepsOf(block: string): ConsoleStep[] {
  const steps: { command: string; shown: string }[] = [];
  for (const line of block.split('\n').slice(0, -1)) {
    const last = steps.at(-1);
    if (line.startsWith(PROMPT)) steps.push({ command: line.slice(PROMPT.length), shown: '' });
    else if (last === undefined) throw new Error(`no command stands before this answer: ${line}`);
    else if (last.shown === '' && last.command.endsWith('\\')) last.command += `\n${line}`;
    else last.shown += `${line}\n`;
  }
  return steps;
}

/** Whether an answer is the one shown. An ellipsis stands for anything in a line, or alone in its line for any lines. */
export function isAnswer(shown: string, answer: string): boolean {
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const lines = shown
    .split('\n')
    .map((line) => (line === '…' ? '(?:.*\\n)*?' : `${literal(line).replaceAll('…', '.*?')}\n`));
  // Behind the last line break nothing is left.
  return new RegExp(`^${lines.slice(0, -1).join('')}$`).test(answer);
}
