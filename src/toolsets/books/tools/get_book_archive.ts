import * as z from 'zod';
import { archiveBook, type BookArchive } from '../../../engines/library/archive/book-archive.ts';
import { invalid } from '../../../engines/library/model/failures.ts';
import { bookId } from '../../../engines/library/model/names.ts';
import { aboutBook, bookTool, json, reads } from '../book-tool.ts';
import { LONGEST_LIMIT_SECONDS } from '../settings/settings.ts';
import type { BooksCall } from '../world.ts';
import { bookIdArgument } from './arguments.ts';

const SPARE_MS = 30_000;
const MAX_LISTED = 100;

/** What an archive in the making holds: members that are read ahead, and what is being packed. */
const BYTES_UNDER_WAY = 16 * 1024 * 1024;

export const getBookArchive = bookTool({
  name: 'get_book_archive',
  title: 'Get a book as an archive',
  description:
    'Packs a book into a ZIP and tells where it is. An unchanged book is not packed twice. If time runs out the status is partial: call again with resume_token ' +
    'for the rest. Users’ own versions are never packed.',
  input: z.strictObject({
    book_id: bookIdArgument,
    scope: z.enum(['content', 'assets', 'all']).optional().describe('Default: all'),
    resume_token: z.string().max(1000).optional().describe('From a partial result'),
  }),
  output: z.object({
    status: z.enum(['success', 'partial']),
    archive_url: z.string(),
    expires_at: z.string(),
    file_count: z.int(),
    total_size_bytes: z.int().describe('Uncompressed'),
    archive_size_bytes: z.int(),
    scope: z.string(),
    format: z.string(),
    valid_for_seconds: z.int(),
    error_manifest: z.array(z.object({ path: z.string(), error: z.string() })).optional(),
    total_errors: z.int().optional(),
    remaining_count: z.int().optional(),
    remaining: z.array(z.string()).optional().describe('The first of the files that did not fit into the time'),
    resume_token: z.string().optional(),
  }),
  annotations: reads,
  timeLimitMs: LONGEST_LIMIT_SECONDS * 1000 + SPARE_MS,
  subject: aboutBook,
  readsMany: () => 'book',
  run: async ({ book_id, scope = 'all', resume_token }, call: BooksCall) => {
    const { world, signal, progress } = call;
    const { limitSeconds, validSeconds } = world.archiveTimes;
    const request = {
      book: bookId(book_id),
      scope,
      from: resume_token === undefined ? undefined : readToken(resume_token),
      timeLimitMs: limitSeconds * 1000,
      signal,
    };
    await call.reserve(BYTES_UNDER_WAY);
    const archive = await world.meters.archive(scope, (moved) =>
      archiveBook(world.library, world.archives, {
        ...request,
        onProgress: (done, total) => {
          moved();
          progress(done, total);
        },
      }),
    );
    const expires = new Date(Date.now() + validSeconds * 1000);
    await world.archives.sweep(new Date(Date.now() - 2 * validSeconds * 1000));
    return json({
      status: archive.status,
      archive_url: world.archiveUrl(archive.key, expires),
      expires_at: expires.toISOString(),
      file_count: archive.fileCount,
      total_size_bytes: archive.totalSizeBytes,
      archive_size_bytes: archive.archiveSizeBytes,
      scope,
      format: 'zip',
      valid_for_seconds: validSeconds,
      ...missing(archive),
    });
  },
});

function missing({ errors, remaining }: BookArchive) {
  const first = remaining[0];
  return {
    ...(errors.length > 0 && { error_manifest: errors.slice(0, MAX_LISTED), total_errors: errors.length }),
    ...(first !== undefined && {
      remaining_count: remaining.length,
      remaining: remaining.slice(0, MAX_LISTED),
      resume_token: Buffer.from(first).toString('base64url'),
    }),
  };
}

/** The token is the first path that was left out; the archive continues with it. */
function readToken(token: string): string {
  const path = Buffer.from(token, 'base64url').toString();
  if (!/^(content|static)\/[^\0]+$/.test(path)) {
    throw invalid(
      'VALIDATION_ERROR',
      'resume_token',
      'This is not a token of a partial result. Send it as it came, or leave it out.',
    );
  }
  return path;
}
