import { CallFailure } from '../../../lib/failures.ts';

/** The five kinds of failure that agents know, and one for everything behind the library. */
export type FailureKind =
  | 'ContentNotFoundError'
  | 'ConflictError'
  | 'HashRequiredError'
  | 'SchemaViolationError'
  | 'ValidationError'
  | 'StorageError';

export type FailureCode =
  | 'NOT_FOUND'
  | 'SECTION_NOT_FOUND'
  | 'CONFLICT'
  | 'HASH_REQUIRED'
  | 'SCHEMA_VIOLATION'
  | 'INVALID_PATH'
  | 'VALIDATION_ERROR'
  | 'ASSET_TOO_LARGE'
  | 'INVALID_REGEX'
  | 'INVALID_GLOB'
  | 'INVALID_BASE64'
  | 'INVALID_TIMESTAMP'
  | 'STORAGE_ERROR'
  | 'QUOTA_EXCEEDED'
  | 'JOURNAL_UNAVAILABLE'
  | 'FORBIDDEN';

/** A failure of the library: its message is JSON for programs and models alike, and says what to do next. */
export class BookFailure extends CallFailure {
  override readonly name = 'BookFailure';
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    readonly kind: FailureKind,
    readonly code: FailureCode,
    sentence: string,
    extra: Record<string, unknown> = {},
  ) {
    const data = { error: kind, code, message: sentence, ...extra };
    super(JSON.stringify(data));
    this.data = data;
  }
}

export function notFound(path: string, sentence: string, extra: Record<string, unknown> = {}): BookFailure {
  return new BookFailure('ContentNotFoundError', 'NOT_FOUND', sentence, { path, ...extra });
}

export function invalidPath(path: string, sentence: string, expectedFormat?: string): BookFailure {
  const extra = { path, ...(expectedFormat && { expected_format: expectedFormat }) };
  return new BookFailure('SchemaViolationError', 'INVALID_PATH', sentence, extra);
}

export function schemaViolation(path: string, sentence: string, expectedFormat: string): BookFailure {
  return new BookFailure('SchemaViolationError', 'SCHEMA_VIOLATION', sentence, {
    path,
    expected_format: expectedFormat,
  });
}

export function invalid(code: FailureCode, field: string, sentence: string): BookFailure {
  return new BookFailure('ValidationError', code, sentence, { issues: [{ field, message: sentence }] });
}
