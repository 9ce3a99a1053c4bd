import { UnexpectedErrors } from '../kernel/unexpected-errors.ts';
import type { Log } from '../lib/log.ts';

/** Keeps a server alive through whatever nobody has caught, also when nobody reads its log. To be called once it serves. */
export function surviveErrors(log: Log): UnexpectedErrors {
  const errors = new UnexpectedErrors(log);
  // Rejections that nobody handles come here too.
  process.on('uncaughtException', (error, origin) => errors.note(error, origin));
  process.stderr.on('error', () => {});
  return errors;
}
