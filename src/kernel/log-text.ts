import { harmless } from '../lib/harmless.ts';
import type { Severity } from '../lib/log.ts';
import { painter } from '../lib/paint.ts';
import { type ErrorFields, errorFields, isSecret, jsonOf, REDACTED } from './log-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

const INDENT = '    ';

/** Makes lines for people: the time of day, a level that is bad news, the message, then `key=value`; below it the stacks of errors. */
export function textLine(level: Severity, colours: boolean) {
  const paint = painter(colours);
  const badNews: Partial<Record<Severity, string>> = { error: paint('ERROR ', 'red'), warn: paint('WARN ', 'yellow') };
  return (fields: Fields, msg: string) => {
    const stacks: string[] = [];
    const said = isRequest(fields, msg) ? requestText(fields) : `${harmless(msg)}${pairsOf(fields, stacks)}`;
    return `${paint(timeOfDay(), 'dim')} ${badNews[level] ?? ''}${said}\n${stacks.map((line) => `${line}\n`).join('')}`;
  };
}

/** Nearly all lines of a server over HTTP are of its access log, so they have a short form: who wants all facts reads JSON. */
function isRequest({ http, status, ms }: Fields, msg: string): boolean {
  return msg === 'request' && typeof http === 'string' && typeof status === 'number' && typeof ms === 'number';
}

function requestText({ http, route, method, tool, status, ms, refusal }: Fields): string {
  const words = [http, route, method, tool, status].filter((value) => value !== undefined).map(valueText);
  return `${words.join(' ')} ${Number(ms).toFixed(1)} ms${refusal === undefined ? '' : ` refusal=${valueText(refusal)}`}`;
}

/** The fields of an event; what errors have to say goes below them, as lines of their own. */
function pairsOf(fields: Fields, below: string[]): string {
  let text = '';
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    if (value === undefined) continue;
    if (isSecret(key)) text += ` ${key}=${REDACTED}`;
    else if (value instanceof Error) text += errorText(value, below);
    else text += ` ${wordText(key)}=${valueText(value)}`;
  }
  return text;
}

function errorText(error: Error, below: string[]): string {
  try {
    return pairsOfError(errorFields(error), below, INDENT);
  } catch {
    return ' err="not shown: it cannot be read"';
  }
}

/** Adds the stack of an error, then those of the errors that it gathers; gives what else it carries. */
function pairsOfError(fields: ErrorFields, below: string[], indent: string): string {
  const { type, message, stack, aggregateErrors, ...rest } = fields;
  const lines = (stack || `${type}: ${message}`).split('\n');
  below.push(...lines.map((line) => `${indent}${harmless(line)}`));
  const deeper = `${indent}${INDENT}`;
  for (const one of Array.isArray(aggregateErrors) ? (aggregateErrors as unknown[]) : []) {
    // It has been shown already.
    if (one === undefined) continue;
    const pairs = isErrorFields(one) ? pairsOfError(one, below, deeper) : valueText(one);
    if (pairs !== '') below.push(`${deeper}${pairs.trimStart()}`);
  }
  return pairsOf(rest, below);
}

function isErrorFields(value: unknown): value is ErrorFields {
  return typeof value === 'object' && value !== null && 'stack' in value && typeof value.stack === 'string';
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return wordText(value);
  if (typeof value === 'number') return String(Number.isInteger(value) ? value : Math.round(value * 100) / 100);
  return harmless(jsonOf(value));
}

/** A text that could be taken for more than one word stands in quotes, so that no name can pretend to be a status or a field. */
function wordText(text: string): string {
  return PLAIN.test(text) ? text : harmless(JSON.stringify(text));
}

const PLAIN = /^[\w./:@*+,-]+$/;

let lastSecond = 0;
let lastTime = '';

/** HH:MM:SS by the clock of whoever reads it. */
function timeOfDay(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastTime = new Date(second * 1000).toTimeString().slice(0, 8);
  }
  return lastTime;
}
