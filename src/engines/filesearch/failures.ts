import { CallFailure } from '../../lib/failures.ts';
import { kinds } from './types/kind.ts';

/** A call with an argument that does not fit. */
export class ArgumentFailure extends CallFailure {
  override readonly name = 'ArgumentFailure';
}

export function missing(key: string, hint = ''): ArgumentFailure {
  return new ArgumentFailure(hinted(`Missing required argument: ${key}`, hint));
}

export function notText(key: string, hint = ''): ArgumentFailure {
  return invalid(`${key} must be a non-empty string`, hint);
}

export function notAbsolute(key: string, hint = ''): ArgumentFailure {
  return invalid(`${key} must be an absolute path (starting with /)`, hint);
}

export function notADirectory(path: string, hint: string): ArgumentFailure {
  return invalid(`Scope is not a directory: ${path}`, hint);
}

export function outsideScope(path: string, hint: string): ArgumentFailure {
  return invalid(`Path outside scope: ${path}`, hint);
}

export function guardedPlace(path: string): ArgumentFailure {
  return invalid(
    `Path is hidden, or in a place for keys and passwords: ${path}. Its user can start the server with --allow ${path} to open it`,
  );
}

export function unknownKind(kind: string): ArgumentFailure {
  return invalid(`Unknown kind: ${kind}. Valid kinds: ${kinds.join(', ')}`);
}

/** An argument that is there and says what cannot be done. */
export function badValue(key: string, valid: string, given?: string): ArgumentFailure {
  return invalid(`${key} must be ${valid}${given === undefined ? '' : `: ${given}`}`);
}

export function badDetail(detail: string): ArgumentFailure {
  return invalid(`Unknown detail: ${detail}. Valid details: brief, full`);
}

export function badCursor(): ArgumentFailure {
  return invalid(
    'cursor does not belong to this search. Give the cursor of the previous answer unchanged, with the same other arguments, or none to begin anew',
  );
}

export function notADate(text: string): ArgumentFailure {
  return invalid(`Invalid ISO 8601 date: ${text}`);
}

export function fileNotFound(path: string): CallFailure {
  return new CallFailure(`File not found: ${path}`);
}

export function unreadable(path: string): CallFailure {
  return queryFailed(`Unable to read metadata for: ${path}`);
}

export function unreadableContent(path: string): CallFailure {
  return queryFailed(`Unable to read: ${path}`);
}

export function textless(path: string, reason: string): CallFailure {
  return queryFailed(`${path} has no text that can be read. ${reason}`);
}

export function queryFailed(detail: string): CallFailure {
  return new CallFailure(`Query failed: ${detail}`);
}

function invalid(problem: string, hint = ''): ArgumentFailure {
  return new ArgumentFailure(`Invalid argument: ${hinted(problem, hint)}`);
}

function hinted(problem: string, hint: string): string {
  return hint === '' ? problem : `${problem}. ${hint}`;
}
