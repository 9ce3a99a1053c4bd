/** Where the end is told, if that is a terminal: a program knows how it has ended a server. */
interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Ends the line on which the terminal shows ^C, and says what is waited for. */
export function sayStopping(output: Output, running: number, graceMs: number): void {
  if (!output.isTTY) return;
  const wait = `Finishing ${calls(running)}, for ${graceMs / 1000} s at most; Ctrl-C again stops at once.\n`;
  output.write(running > 0 && graceMs > 0 ? `\n${wait}` : '\n');
}

/** Says that the server has stopped, and what became of the calls that ran. */
export function sayStopped(output: Output, running: number, cut: number): void {
  if (output.isTTY) output.write(`Quartet has stopped${fate(running, cut)}.\n`);
}

function fate(running: number, cut: number): string {
  const finished = running - cut;
  const ends = [
    ...(finished > 0 ? [`${calls(finished)} ${finished === 1 ? 'was' : 'were'} finished`] : []),
    ...(cut > 0 ? [`${calls(cut)} ${cut === 1 ? 'was' : 'were'} cut off`] : []),
  ];
  return ends.length === 0 ? '' : `; ${ends.join(', ')}`;
}

function calls(count: number): string {
  return `${count} ${count === 1 ? 'call' : 'calls'}`;
}
