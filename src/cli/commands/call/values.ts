import { readFileSync } from 'node:fs';
import { isText, type JsonSchema } from '../../../common/json-schema.ts';
import { parseJson } from '../../../kernel/json.ts';
import { listingOf } from '../../../kernel/schema.ts';
import type { Tool } from '../../../kernel/tool.ts';
import { codeOf } from '../../../lib/errno.ts';
import { suggestion, UsageError } from '../../terminal/usage.ts';

/** Arguments that hold the bytes of a file as base64. */
const BASE64 = new Set(['binary_data']);

/**
 * One JSON object, or words: `key=text` is read as the tool's schema says, `key:=JSON` as JSON, `key=@FILE` is what a file
 * holds, `key=-` what standard input does.
 */
export function readArguments(tool: Tool, words: readonly string[], input: Buffer = Buffer.alloc(0)): unknown {
  const [first = ''] = words;
  if (first.trimStart().startsWith('{')) {
    if (words.length > 1) throw refused(tool, 'give either one JSON object or key=value pairs, not both.');
    return json(tool, first, 'the arguments are not valid JSON. Quote the whole object, or use key=value pairs.');
  }
  const pairs = words.map((word) => readPair(tool, word, input));
  const keys = pairs.map(([key]) => key);
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice !== undefined) throw refused(tool, `the argument '${twice}' was given twice.`);
  if (words.filter((word) => word.endsWith('=-')).length > 1)
    throw refused(tool, 'only one argument can come from standard input.');
  return Object.fromEntries(pairs);
}

function readPair(tool: Tool, word: string, input: Buffer): [string, unknown] {
  const equals = word.indexOf('=');
  const isJson = word[equals - 1] === ':';
  const key = word.slice(0, isJson ? equals - 1 : equals);
  if (equals < 1 || key === '') throw refused(tool, `${quoted(word)} is not a key=value pair.`);
  const value = word.slice(equals + 1);
  const properties = (listingOf(tool).inputSchema as JsonSchema).properties ?? {};
  const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (schema === undefined)
    throw refused(tool, `${tool.name} has no argument '${key}'. ${suggestion(key, Object.keys(properties))}`);
  if (isJson)
    return [key, json(tool, value, `${key}:= is not followed by valid JSON. A text needs quotes: ${key}:='"text"'.`)];
  const text = value === '-' || value.startsWith('@') ? contentOf(tool, key, value, input) : value;
  return [key, isText(schema) ? text : jsonOrText(text)];
}

/** What a file or standard input holds: its text, or base64 where the argument wants that. */
function contentOf(tool: Tool, key: string, value: string, input: Buffer): string {
  const bytes = bytesOf(tool, key, value, input);
  if (BASE64.has(key)) return bytes.toString('base64');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refused(tool, `${key}: ${source(value)} is not text in UTF-8.`);
  }
}

function bytesOf(tool: Tool, key: string, value: string, input: Buffer): Buffer {
  try {
    return value === '-' ? input : readFileSync(value.slice(1));
  } catch (error) {
    const hint = `A text that begins with @ is written ${key}:='"@…"'.`;
    throw refused(tool, `${key}: ${source(value)} cannot be read (${codeOf(error) || 'unknown'}). ${hint}`);
  }
}

function source(value: string): string {
  return value === '-' ? 'standard input' : `the file ${quoted(value.slice(1))}`;
}

function json(tool: Tool, text: string, otherwise: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw refused(tool, otherwise);
  }
}

function jsonOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

const LONGEST_ECHO = 60;

/** A word of somebody's as a message shows it: long ones only in part. */
function quoted(word: string): string {
  return `'${word.length > LONGEST_ECHO ? `${word.slice(0, LONGEST_ECHO)}…` : word}'`;
}

function refused({ name }: Tool, message: string): UsageError {
  return new UsageError(message, `quartet call ${name} --help`);
}
