import { harmless } from '../../../lib/harmless.ts';
import type { Paint } from '../../../lib/paint.ts';
import { wrapped } from '../../terminal/wrapped.ts';

/** What somebody who starts a server at a terminal wants to know. */
export interface BannerFacts {
  readonly version: string;
  /** Where the web console is, if it is served. */
  readonly console?: string | undefined;
  readonly mcp: string;
  /** The paths of the single servers. */
  readonly servers: readonly string[];
  /** Where the data is, with a word for each. */
  readonly data: readonly (readonly [label: string, place: string])[];
  /** Why toolsets are not served. */
  readonly absent: readonly string[];
  /** The address that a client is given. */
  readonly client: string;
  /** Where a token comes from, if clients need one. */
  readonly token?: string | undefined;
  /** The token that the server has made for itself, as a link and as a header. */
  readonly own?: { readonly link: string; readonly header: string } | undefined;
}

const LABEL = 11;
const LEAST_COLUMNS = 40;

/** What is shown on a terminal once the server listens. */
export function banner(facts: BannerFacts, paint: Paint, columns?: number): string {
  const { version, console, data, absent, token, own } = facts;
  // Some terminals say that they have 0 columns.
  const width = Math.max(columns || 80, LEAST_COLUMNS) - LABEL;
  const lines = [
    `${paint('Quartet', 'bold')} ${version}`,
    '',
    ...(console === undefined ? [] : row('Console', [console])),
    ...row('MCP', addresses(facts, width)),
    ...data.flatMap(([label, place]) => row(label, wrapped(place, width))),
    ...row(
      'Absent',
      absent.flatMap((reason) => wrapped(reason, width)),
    ),
    '',
    ...(token === undefined ? [] : row('Token', wrapped(token, width))),
    ...(own === undefined ? [] : [`  ${own.link}`]),
    ...command(facts),
    paint('  Ctrl-C stops it.', 'dim'),
  ];
  return `\n${lines.join('\n')}\n\n`;
}

function row(label: string, lines: readonly string[]): string[] {
  return lines.map((line, at) => `  ${(at === 0 ? label : '').padEnd(LABEL - 2)}${harmless(line)}`);
}

function addresses({ mcp, servers }: BannerFacts, width: number): string[] {
  const each = `(each server: ${servers.slice(0, 2).join(', ')}${servers.length > 2 ? ', …' : ''})`;
  return mcp.length + 3 + each.length > width ? [mcp, each] : [`${mcp}   ${each}`];
}

/** Links and commands are not broken at words: they are there to be clicked and copied. */
function command({ client, token, own }: BannerFacts): string[] {
  const add = `claude mcp add --transport http quartet ${client}`;
  if (token === undefined) return row('Connect', [add]);
  // With a token of our own this line has 78 columns, and no room for a label.
  return [...row('Connect', [`${add} \\`]), `  --header "${own?.header ?? 'Authorization: Bearer TOKEN'}"`];
}
