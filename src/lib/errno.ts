/** Whether an error says that there is nothing at a path. */
export function isAbsence(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
}

/** The system's code of an error, such as `ENOENT`; empty when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
