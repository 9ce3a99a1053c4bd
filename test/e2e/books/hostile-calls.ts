import type { Json } from '../../harness/books/wire.ts';
import {
  BAD_GLOBS,
  BAD_REGEXES,
  BASE64,
  BOOK,
  BOOKS,
  FILENAMES,
  LESSON,
  NAMES,
  NO_STRINGS,
  ODD_GLOBS,
  PATHS,
  SLOW_REGEXES,
  TIMES,
  TOKENS,
} from './hostile-texts.ts';

/** A call that must be refused with one of these codes, or, where it says so, be answered with nothing found. */
export interface Attack {
  readonly tool: string;
  readonly args: Json;
  readonly codes?: readonly string[];
  readonly mayFindNothing?: boolean;
}

const SCHEMA = ['SCHEMA_VIOLATION', 'INVALID_PATH', 'VALIDATION_ERROR'];
const VALIDATION = ['VALIDATION_ERROR'];
const since = '2020-01-01T00:00:00Z';
const lesson = { book_id: BOOK, path: LESSON };
const image = { book_id: BOOK, asset_type: 'img', filename: 'x.png' };

/** The least that each tool wants. */
export const PLAIN: Readonly<Record<string, Json>> = {
  read_content: lesson,
  write_content: { ...lesson, content: 'x' },
  delete_content: lesson,
  upload_asset: { ...image, binary_data: 'QUJD' },
  get_asset: image,
  list_assets: { book_id: BOOK },
  glob_search: { book_id: BOOK, pattern: '**' },
  grep_search: { book_id: BOOK, pattern: 'x' },
  get_book_archive: { book_id: BOOK },
  validate_book: { book_id: BOOK },
  delta_build: { book_id: BOOK, since },
  audit_trail: { book_id: BOOK },
};

export const ATTACKS: readonly Attack[] = [
  ...PATHS.flatMap((path) => [
    attack('read_content', { path }, SCHEMA),
    attack('read_content', { path, user_id: 'bob' }, SCHEMA),
    attack('read_content', { path, scope: 'chapter' }, SCHEMA),
    attack('read_content', { path, scope: 'part' }, SCHEMA),
    attack('write_content', { path }, SCHEMA),
    attack('write_content', { path, user_id: 'bob' }, SCHEMA),
    attack('delete_content', { path }, SCHEMA),
    attack('delete_content', { path, user_id: 'bob' }, SCHEMA),
  ]),
  // Whatever was asked for is in the log, so a path need not be that of a lesson.
  ...PATHS.map((path) => ({ ...attack('audit_trail', { path }), mayFindNothing: true })),
  ...FILENAMES.flatMap((filename) => [
    attack('upload_asset', { filename }, SCHEMA),
    attack('get_asset', { filename, include_binary: true }, SCHEMA),
  ]),
  ...['images', '../img', 'img/..', '', 'IMG', 'users'].flatMap((asset_type) =>
    ['upload_asset', 'get_asset', 'list_assets'].map((tool) => attack(tool, { asset_type }, VALIDATION)),
  ),
  ...NAMES.flatMap((user_id) =>
    ['read_content', 'write_content', 'delete_content', 'delta_build', 'audit_trail'].map((tool) =>
      attack(tool, { user_id }, VALIDATION),
    ),
  ),
  ...BOOKS.flatMap((book_id) => Object.keys(PLAIN).map((tool) => attack(tool, { book_id }, VALIDATION))),
  ...NO_STRINGS.flatMap((value) =>
    Object.entries(PLAIN).flatMap(([tool, args]) =>
      Object.keys(args).map((field) => attack(tool, { [field]: value }, VALIDATION)),
    ),
  ),
  ...BAD_GLOBS.map((pattern) => attack('glob_search', { pattern }, ['INVALID_GLOB', 'VALIDATION_ERROR'])),
  ...ODD_GLOBS.map((pattern) => ({ ...attack('glob_search', { pattern }), mayFindNothing: true })),
  ...BAD_REGEXES.map((pattern) => attack('grep_search', { pattern }, ['INVALID_REGEX', 'VALIDATION_ERROR'])),
  ...SLOW_REGEXES.map((pattern) => ({ ...attack('grep_search', { pattern }), mayFindNothing: true })),
  ...BASE64.map((binary_data) => attack('upload_asset', { binary_data }, ['INVALID_BASE64'])),
  ...TIMES.map((time) => attack('delta_build', { since: time }, ['INVALID_TIMESTAMP'])),
  ...TOKENS.map((resume_token) => attack('get_book_archive', { resume_token }, VALIDATION)),
  ...['x', 'A'.repeat(64), `${'a'.repeat(63)}\n`, '', "' OR 1=1"].map((expected_hash) =>
    attack('write_content', { expected_hash }, VALIDATION),
  ),
  ...['', 'half \ud800 a pair'].map((content) => attack('write_content', { content }, VALIDATION)),
  ...[0, -1, 1001, 1.5, 1e300, '5'].map((max_results) => attack('grep_search', { max_results }, VALIDATION)),
  ...[0, -1, 201, 1.5, '5'].map((limit) => attack('audit_trail', { limit }, VALIDATION)),
  ...Object.keys(PLAIN).map((tool) => attack(tool, { surprise: 1 }, VALIDATION)),
  ...Object.keys(PLAIN).map((tool) => attack(tool, JSON.parse('{"__proto__": {"book_id": "safe-book"}}'), VALIDATION)),
];

function attack(tool: string, change: Json, codes: readonly string[] = []): Attack {
  const own = Object.entries(change);
  return { tool, args: Object.fromEntries([...Object.entries(PLAIN[tool] ?? {}), ...own]), codes };
}
