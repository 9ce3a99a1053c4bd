import { StorageFailure } from '../storage.ts';

/** A request that the object storage did not do. Holds a code and nothing of the endpoint, the bucket or the keys. */
export class S3Failure extends StorageFailure {
  constructor(
    message: string,
    retryable: boolean,
    readonly code: string,
    readonly status: number | undefined,
  ) {
    super(message, retryable);
  }
}

/** The server was asked and did not answer in time. */
export class TimeUp extends Error {
  override readonly name = 'TimeUp';
}

const THROTTLED = /^(?:SlowDown|Throttling\w*|TooManyRequests\w*|RequestLimitExceeded|ServiceUnavailable)$/;
// What a client sends whole may arrive in part or too late; another attempt may do better.
const GARBLED =
  /^(?:RequestTimeout|RequestTimeTooSkewed|BadDigest|IncompleteBody|XAmzContentSHA256Mismatch|InternalError)$/;
const CROWDED = /^(?:ConditionalRequestConflict|OperationAborted)$/;
const NETWORK = /^(?:ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ERR_STREAM\w*|HPE_\w+)$/;

/** What went wrong with a request, as the library understands it; what is no fault of the storage is thrown on. */
export function failureOf(error: unknown): S3Failure {
  if (error instanceof S3Failure) return error;
  if (error instanceof TimeUp) return new S3Failure(unreachable('it took too long'), true, 'TimeUp', undefined);
  const told = error as { name?: string; code?: string; message?: string; $metadata?: { httpStatusCode?: number } };
  const status = told.$metadata?.httpStatusCode;
  const network = [told.code, told.name].find((word) => word !== undefined && NETWORK.test(word));
  if (network !== undefined) return new S3Failure(unreachable(network), true, network, undefined);
  if (/socket hang up|aborted|network/i.test(told.message ?? '') && status === undefined)
    return new S3Failure(unreachable('the connection broke'), true, 'ECONNRESET', undefined);
  if (status === undefined) throw error;
  // An answer that says yes and cannot be read was cut off.
  if (status < 300) return new S3Failure(unreachable('the answer was cut off'), true, 'CutOff', status);
  const code = /^\w{1,60}$/.test(told.name ?? '') ? (told.name as string) : 'Unknown';
  const again =
    status >= 500 || status === 429 || status === 408 || [GARBLED, THROTTLED, CROWDED].some((one) => one.test(code));
  return new S3Failure(`The object storage refused a request (${code}, ${status}).`, again, code, status);
}

/** Whether the server wants to be left alone for a while. */
export function isThrottled({ code, status }: S3Failure): boolean {
  return THROTTLED.test(code) || status === 429 || status === 503;
}

/** Whether there is no such object. */
export function isMissing(error: unknown): boolean {
  return error instanceof S3Failure && error.status === 404 && error.code !== 'NoSuchBucket';
}

/** Whether the object is not the one that the request named: another one, or none. */
export function isPrecondition(error: unknown): boolean {
  return isMissing(error) || (error instanceof S3Failure && error.status === 412);
}

function unreachable(why: string): string {
  return `The object storage cannot be reached (${why}).`;
}
