import type { Paint } from '../../lib/paint.ts';
import { VERSION } from '../../version.ts';

const TO_TRY: readonly (readonly [command: string, what: string])[] = [
  ['quartet install --list', 'see which clients are here, and connect one'],
  ['quartet call add a=0.1 b=0.2', 'call a tool by hand'],
  ['quartet tools', 'see all tools; a name shows one of them'],
  ['quartet books demo', 'add a book that shows you around'],
  ['quartet find "a phrase"', 'find files below this folder'],
  ['quartet serve', 'serve everything over HTTP, with a console'],
];

/** What `quartet` says to somebody who does not know what to say. */
export function overview(paint: Paint): string {
  const width = Math.max(...TO_TRY.map(([command]) => command.length));
  const lines = TO_TRY.map(([command, what]) => `  ${paint(command.padEnd(width), 'cyan')}  ${what}`);
  return `${paint('Quartet', 'bold')} ${VERSION}: four MCP servers in one program. Exact money, Markdown books,
online judges and file search, for AI assistants and for you.

Try:
${lines.join('\n')}

An MCP client starts ${paint('quartet all', 'cyan')}, or one server: cobol, books, oj, spotlight.
All commands: quartet help. One of them: quartet help call.
`;
}
