import { createInterface } from 'node:readline';

export type Reply = 'yes' | 'no' | 'interrupted';

/** Asks a person at a terminal; only a clear yes is one. */
export function confirm(question: string): Promise<Reply> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  return new Promise((resolve) => {
    terminal.once('SIGINT', () => resolve('interrupted'));
    // Ctrl-D.
    terminal.once('close', () => resolve('no'));
    terminal.question(`${question} [y/N] `, (answer) => resolve(/^y(es)?$/i.test(answer.trim()) ? 'yes' : 'no'));
  }).then((reply) => {
    terminal.close();
    if (reply !== 'yes') process.stdout.write('\n');
    return reply as Reply;
  });
}
