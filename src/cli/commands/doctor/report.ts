import { painter } from '../../../lib/paint.ts';
import { VERSION } from '../../../version.ts';
import { wrapped } from '../../terminal/wrapped.ts';
import type { Finding } from './finding.ts';

interface Look {
  readonly columns: number;
  readonly colours: boolean;
  /** What is typed to start this program. */
  readonly program: string;
}

const STATE = 9;
const LEAST_TEXT = 30;

/** What was found, for a person: a line each, and what to do below it. */
export function inWords(findings: readonly Finding[], { columns, colours, program }: Look): string {
  const paint = painter(colours);
  const name = Math.max(...findings.map((finding) => finding.name.length)) + 2;
  const width = Math.max(LEAST_TEXT, columns - STATE - name);
  const looks = { ok: 'green', warning: 'yellow', broken: 'red' } as const;
  const blocks = findings.map((finding) => {
    const { state, text, advice } = finding;
    const [first = '', ...rest] = wrapped(text, width);
    const next =
      advice === undefined ? [] : wrapped(advice, width - 2).map((line, at) => `${at === 0 ? '→' : ' '} ${line}`);
    const head = `${paint(state.padEnd(STATE), looks[state])}${finding.name.padEnd(name)}${first}`;
    return [head, ...[...rest, ...next].map((line) => ' '.repeat(STATE + name) + line)].join('\n');
  });
  return `${paint('Quartet', 'bold')} ${VERSION}\n\n${blocks.join('\n')}\n\n${summary(findings)}\n${typing(findings, program)}`;
}

export function counts(findings: readonly Finding[]): Record<Finding['state'], number> {
  const of = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  return { ok: of('ok'), warning: of('warning'), broken: of('broken') };
}

/** Advice names commands by the program's name, which not every shell finds. */
function typing(findings: readonly Finding[], program: string): string {
  const isNamed = findings.some(({ text, advice = '' }) =>
    /\bquartet (install|books|serve)\b/.test(`${text} ${advice}`),
  );
  return isNamed && program !== 'quartet' ? `Here, quartet is typed: ${program}\n` : '';
}

function summary(findings: readonly Finding[]): string {
  const { ok, warning, broken } = counts(findings);
  const warnings = warning === 0 ? '' : `, ${warning} ${warning === 1 ? 'warning' : 'warnings'}`;
  return `${ok} ok${warnings}, ${broken === 0 ? 'nothing broken' : `${broken} broken`}.`;
}
