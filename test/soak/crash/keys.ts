import type { FileRef } from '../../../src/engines/library/model/files.ts';
import { asset, lesson, ownerOf, sha256 } from '../../../src/engines/library/model/files.ts';
import { assetPath, bookId, contentPath } from '../../../src/engines/library/model/names.ts';
import type { Json } from '../../harness/books/wire.ts';

export const BOOK = bookId('crash-book');
export const USERS = ['ann', 'bob'];

/** A file that is changed, and what it may hold: one content once that is certain; null says that it is not there. */
export interface Subject {
  readonly file: FileRef;
  readonly args: Json;
  readonly isAsset: boolean;
  may: (string | null)[];
}

export type Kind = 'write' | 'update' | 'delete' | 'upload';

export interface Operation {
  readonly kind: Kind;
  readonly subject: Subject;
  readonly tool: string;
  readonly args: Json;
  readonly content: string | null;
}

export function newSubjects(): Subject[] {
  const lessons = [['01-a'], ['02-b'], ['01-a', 'ann'], ['01-a', 'bob'], ['03-c', 'bob']].map(([name, user]) => {
    const path = `content/01-Part/01-Chapter/${name}.md`;
    const args = { book_id: BOOK, path, ...(user && { user_id: user }) };
    return { file: lesson(BOOK, contentPath(path), ownerOf(user)), args, isAsset: false, may: [null] };
  });
  const assets = ['one.png', 'deep/folder/two.png'].map((filename) => {
    const args = { book_id: BOOK, asset_type: 'img', filename };
    return { file: asset(BOOK, assetPath('img', filename)), args, isAsset: true, may: [null] };
  });
  return [...lessons, ...assets];
}

/** The kinds of change that are possible now. */
export function kindsFor({ isAsset, may }: Subject): Kind[] {
  if (isAsset) return ['upload'];
  return may[0] === null ? ['write'] : ['update', 'delete'];
}

export function operation(kind: Kind, subject: Subject, content: string): Operation {
  const { args, may } = subject;
  if (kind === 'delete') return { kind, subject, tool: 'delete_content', args, content: null };
  if (kind === 'upload') {
    const binary_data = Buffer.from(content).toString('base64');
    return { kind, subject, tool: 'upload_asset', args: { ...args, binary_data }, content };
  }
  const expected_hash = may[0] == null ? undefined : sha256(Buffer.from(may[0]));
  return { kind, subject, tool: 'write_content', args: { ...args, content, expected_hash }, content };
}
