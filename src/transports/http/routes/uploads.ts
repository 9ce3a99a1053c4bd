import type { OpenToolset } from '../../../kernel/dispatch.ts';
import { UploadFailure, type UploadProblem } from '../../../kernel/upload.ts';
import { type Budget, BusyFailure } from '../../../lib/budget.ts';
import { unhurriedly } from '../client-errors.ts';
import { BUSY_SECONDS, tooMany } from '../refusals.ts';
import type { Answer, Plain, RequestContext } from '../request-context.ts';
import type { SignedUrls } from '../signed-urls.ts';
import { lingering } from './lingering.ts';

export interface UploadParts {
  readonly uploadUrls: SignedUrls;
  readonly opened: readonly OpenToolset[];
  readonly budget: Budget;
  /** How long a sender may keep the server waiting for more. */
  readonly patienceMs: number;
}

const STATUS: Readonly<Record<UploadProblem, number>> = {
  used: 410,
  'under way': 409,
  size: 400,
  'too large': 413,
  unfinished: 400,
  slow: 408,
  busy: 503,
  full: 507,
  'read-only': 403,
  failed: 500,
};

/** Takes a file that is sent to a signed address. The signature is the permission: no token is needed. */
export async function receive(
  context: RequestContext,
  parts: UploadParts,
  address: readonly [string, string],
): Promise<Answer> {
  const answer = await answerTo(context, parts, address);
  return context.incoming.complete ? answer : lingering(answer, context.incoming);
}

async function answerTo(
  context: RequestContext,
  { uploadUrls, opened, budget, patienceMs }: UploadParts,
  [toolsetId, name]: readonly [string, string],
): Promise<Plain> {
  const { incoming, signal } = context;
  const { verdict, expires } = uploadUrls.judge(incoming.url, toolsetId, name);
  if (verdict === 'bad') return context.refuse(403, 'signature', 'This address was not given out by this server.');
  if (incoming.method !== 'PUT') {
    return context.refuse(405, 'method', 'Send the bytes of the file with PUT.', { allow: 'PUT' });
  }
  if (verdict === 'expired') return context.refuse(410, 'expired', 'This address has expired. Ask for a new one.');
  const owner = opened.find(({ toolset }) => toolset.id === toolsetId);
  if (!owner?.toolset.upload) return context.refuse(404, 'no toolset', 'Nothing is uploaded here any more.');
  context.counted = { budget, key: `address ${context.client}` };
  const upload = {
    length: lengthOf(context),
    chunks: arriving(context, patienceMs),
    expires,
    reserve: (bytes: number) => context.reserve(bytes, signal),
  };
  try {
    const { toolset, world } = owner;
    return context.json(201, await unhurriedly(incoming.socket, async () => toolset.upload?.(world, name, upload)));
  } catch (error) {
    if (error instanceof BusyFailure) return tooMany(context, 'memory', BUSY_SECONDS);
    if (!(error instanceof UploadFailure)) throw error;
    const more = error.problem === 'busy' ? { 'retry-after': String(BUSY_SECONDS) } : undefined;
    return context.refuse(STATUS[error.problem], error.problem, error.message, more);
  }
}

function lengthOf(context: RequestContext): number | undefined {
  const length = context.header('content-length');
  return length === undefined ? undefined : Number(length);
}

/** What a sender must keep up, in bytes a second, beyond that. */
const SLOWEST = 16 * 1024;

/** No upload takes longer: what is staged for an hour counts as left behind. */
const LONGEST_MS = 30 * 60_000;

/** The body of a request as it comes. The sender is waited for, but not for ever; how long others take to work on it does not count. */
async function* arriving({ incoming, started }: RequestContext, patienceMs: number): AsyncGenerator<Buffer> {
  const parts = incoming.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  let left = patienceMs;
  try {
    for (;;) {
      const asked = performance.now();
      const part = await within(parts.next(), Math.min(left, patienceMs, started + LONGEST_MS - asked));
      if (part.done) return;
      left += (part.value.length * 1000) / SLOWEST - (performance.now() - asked);
      yield part.value;
    }
  } finally {
    // Not awaited: it would wait for what may never come.
    void parts.return?.();
  }
}

/** The next part, if it comes in time. */
async function within<Part>(coming: Promise<Part>, ms: number): Promise<Part> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    const slow = new UploadFailure('slow', 'The file came too slowly, and nothing was kept. Send it again, faster.');
    timer = setTimeout(() => reject(slow), Math.max(0, ms));
  });
  const broken = () => {
    throw new UploadFailure('unfinished', 'The file was not sent to its end, and nothing was kept. Send it again.');
  };
  try {
    return await Promise.race([coming.catch(broken), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
