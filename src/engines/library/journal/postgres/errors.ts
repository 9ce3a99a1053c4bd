import { JournalFailure, RefusedValues, UnknownCommit } from '../journal.ts';

/** An error of the database in words that help, without its host, its user, its name or a value. */
export function explained(error: unknown): Error {
  // Mistakes of callers and of this program stay what they are.
  if (error instanceof JournalFailure || error instanceof RangeError || error instanceof TypeError) return error;
  // The cause stays behind: what the driver and the server say names users, hosts and databases.
  return REFUSED.test(codeOf(error))
    ? new RefusedValues(sentenceFor(error))
    : new JournalFailure(sentenceFor(error), { retryable: isPassing(error) });
}

/** An error at the moment of a commit. */
export function explainedCommit(error: unknown): Error {
  return isDisconnected(error) ? new UnknownCommit(sentenceFor(error), { retryable: true }) : explained(error);
}

function sentenceFor(error: unknown): string {
  const code = codeOf(error);
  const known = EXPLANATIONS.find(([pattern]) => pattern.test(code))?.[1];
  if (known === undefined) return `The database refused or lost the transaction: ${code}.`;
  return `The database ${known} (${code}).`;
}

/** A value that does not fit, a constraint, a limit of the program: the next statement may do. */
const REFUSED = /^(22...|23...|54...)$/;

/** Others were in the way, or the server is not there now. */
function isPassing(error: unknown): boolean {
  return isRolledBack(error) || isDisconnected(error) || /^(57014|53300)$/.test(codeOf(error));
}

/** The transaction was rolled back because of others; done again it may well work. */
export function isRolledBack(error: unknown): boolean {
  return /^(40001|40P01|55P03)$/.test(codeOf(error));
}

/** The connection could not be made or broke; whether the last statement was carried out is not known. */
export function isDisconnected(error: unknown): boolean {
  return DISCONNECTED.test(codeOf(error));
}

const DISCONNECTED =
  /^(08...|57P0[1-35]|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|closed|timeout)$/;

const EXPLANATIONS: readonly (readonly [RegExp, string])[] = [
  [/^28/, 'refuses the user or the password of --database-url (DATABASE_URL)'],
  [/^3D000$/, 'that --database-url (DATABASE_URL) names does not exist; create it, or name another'],
  [/^42501$/, 'does not let this user do this; give it the right to create tables in its schema'],
  [/^3F000$/, 'has no schema to create tables in; check the search_path of --database-url (DATABASE_URL)'],
  [/^ENOTFOUND$/, 'cannot be found; check the host in --database-url (DATABASE_URL)'],
  [/^53300$/, 'has no connection left; allow more, or run fewer replicas'],
  [/^53/, 'is out of room or memory'],
  [/^57014$/, 'took too long and was interrupted; try again later'],
  [/^(40...|55P03)$/, 'was too busy with the same rows; try again'],
  [/^no-ssl$/, 'does not speak TLS; use sslmode=disable in --database-url (DATABASE_URL) if the network is trusted'],
  [
    /CERT|^ERR_TLS|SIGNATURE/,
    'has a certificate that cannot be verified; check sslmode and sslrootcert in --database-url (DATABASE_URL)',
  ],
  [
    /^(timeout|ETIMEDOUT)$/,
    'does not answer in time; check the address in --database-url (DATABASE_URL), and that the server is not overloaded',
  ],
  [DISCONNECTED, 'cannot be reached; check that it runs at the address in --database-url (DATABASE_URL)'],
];

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  if ('code' in error && typeof error.code === 'string') return error.code;
  // Several addresses were tried, and the reason is in each try.
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (/does not support SSL/.test(error.message)) return 'no-ssl';
  if (/timeout/i.test(error.message)) return 'timeout';
  if (/terminated|not queryable|Connection ended|closed/i.test(error.message)) return 'closed';
  return 'unknown reason';
}
