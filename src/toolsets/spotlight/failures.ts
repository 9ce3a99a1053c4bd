import { ToolFailure } from '../../kernel/errors.ts';
import { kinds } from './types/kinds.ts';

/** A call with an argument that does not fit. */
export class ArgumentFailure extends ToolFailure {
  override readonly name = 'ArgumentFailure';
}

export function missing(key: string): ArgumentFailure {
  return new ArgumentFailure(`Missing required argument: ${key}`);
}

export function notText(key: string): ArgumentFailure {
  return invalid(`${key} must be a non-empty string`);
}

export function notAbsolute(key: string): ArgumentFailure {
  return invalid(`${key} must be an absolute path (starting with /)`);
}

export function notADirectory(path: string): ArgumentFailure {
  return invalid(`Scope is not a directory: ${path}`);
}

export function outsideScope(path: string): ArgumentFailure {
  return invalid(`Path outside scope: ${path}`);
}

export function unknownKind(kind: string): ArgumentFailure {
  return invalid(`Unknown kind: ${kind}. Valid kinds: ${kinds.join(', ')}`);
}

export function notADate(text: string): ArgumentFailure {
  return invalid(`Invalid ISO 8601 date: ${text}`);
}

export function fileNotFound(path: string): ToolFailure {
  return new ToolFailure(`File not found: ${path}`);
}

export function unreadable(path: string): ToolFailure {
  return queryFailed(`Unable to read metadata for: ${path}`);
}

export function queryFailed(detail: string): ToolFailure {
  return new ToolFailure(`Query failed: ${detail}`);
}

function invalid(problem: string): ArgumentFailure {
  return new ArgumentFailure(`Invalid argument: ${problem}`);
}
