import { CallError, type McpClient } from '../../../mcp/client.ts';
import type { LessonText, WrittenLesson } from '../model/answers.ts';
import { forEditing, forFile, type LineEnd } from './line-ends.ts';

/** A lesson, or a user's own version of it. */
export interface LessonPlace {
  readonly bookId: string;
  readonly path: string;
  readonly user: string | undefined;
}

/** A version of a lesson as it is edited; its hash is that of the file. */
export interface Version {
  readonly text: string;
  readonly hash: string;
  readonly lineEnd: LineEnd;
}

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly version: Version }
  /** Somebody was faster, and wrote something else. */
  | { readonly kind: 'conflict'; readonly theirs: Version }
  /** What was to be changed is no longer there. */
  | { readonly kind: 'gone' };

type Caller = Pick<McpClient, 'call'>;

/** Writes a text in the place of the version it was made from, or as a new file; never over anything else. */
export async function saveLesson(
  client: Caller,
  place: LessonPlace,
  text: string,
  opened: Version | undefined,
): Promise<SaveOutcome> {
  const lineEnd = opened?.lineEnd === 'crlf' ? 'crlf' : 'lf';
  const args = {
    ...argumentsOf(place),
    content: forFile(text, lineEnd),
    ...(opened && { expected_hash: opened.hash }),
  };
  try {
    const { file_hash } = await client.call<WrittenLesson>('write_content', args);
    return { kind: 'saved', version: { text, hash: file_hash, lineEnd } };
  } catch (error) {
    const code = error instanceof CallError ? error.code : undefined;
    if (code === 'NOT_FOUND') return { kind: 'gone' };
    if (code !== 'CONFLICT' && code !== 'HASH_REQUIRED') throw error;
  }
  const theirs = await readVersion(client, place);
  if (theirs === undefined) return { kind: 'gone' };
  // An answer that was lost: the text had been written.
  return theirs.text === text ? { kind: 'saved', version: theirs } : { kind: 'conflict', theirs };
}

/** The version of a lesson as it is now; undefined when there is none. */
export async function readVersion(
  client: Caller,
  place: LessonPlace,
  signal?: AbortSignal,
): Promise<Version | undefined> {
  try {
    const lesson = await client.call<LessonText>('read_content', argumentsOf(place), signal);
    // Without a version of their own, users get the shared one.
    if (place.user !== undefined && lesson.source === 'base') return undefined;
    return { ...forEditing(lesson.content), hash: lesson.file_hash_sha256 };
  } catch (error) {
    if (error instanceof CallError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

function argumentsOf({ bookId, path, user }: LessonPlace) {
  return { book_id: bookId, path, ...(user !== undefined && { user_id: user }) };
}
