/** What there is on this server for an example to be about. */
export interface ExamplePlace {
  /** A directory that may be searched. */
  readonly directory: string;
  /** A file below it, if one was found. */
  readonly file?: string | undefined;
  readonly book: string;
  readonly lesson: string;
  readonly asset: { readonly asset_type: string; readonly filename: string };
  /** The hash of the lesson that examples write, once it is there. */
  readonly scratchHash?: string | undefined;
}

/** The book that comes with Quartet. */
export const DEMO_BOOK = 'quartet-tour';

/** For somebody at a terminal of any Unix, with the demo book. */
export const AT_A_TERMINAL: ExamplePlace = {
  directory: '~',
  file: '/etc/hosts',
  book: DEMO_BOOK,
  lesson: 'content/01-Start/01-Welcome/01-what-quartet-is.md',
  asset: { asset_type: 'img', filename: 'rooms.png' },
};

/** What the examples that write are about: no book of anybody else. */
export const SCRATCH = {
  book_id: 'scratch-book',
  path: 'content/01-Part/01-Chapter/01-hello.md',
  asset: { asset_type: 'img', filename: 'dot.png' },
} as const;

/** A picture of one dot. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Of what the example that writes writes. */
const HELLO_HASH = '290f66391db7eb2fb9fe91f2577f128448b1e1e4cac0cf07318e4579f0583325';

type Example = (place: ExamplePlace) => Record<string, unknown>;

const { book_id, path, asset } = SCRATCH;

/** One call of each tool that works on a fresh server, or does after the example that writes. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  add: () => ({ a: 0.1, b: 0.2 }),
  format_currency: () => ({ amount: -1234.5, picture: '$$,$$9.99CR' }),
  validate_date: () => ({ date: '20240229' }),

  get_daily_challenge: () => ({}),
  get_problem: () => ({ source: 'quartet', id: '1' }),
  find_similar_problems: () => ({ query: 'shortest path in a grid', limit: 5 }),
  resolve_problem: () => ({ query: 'lighthouse-ledger' }),
  get_platform_status: () => ({}),
  list_problems: () => ({ difficulty: 'Easy', limit: 5 }),

  list_books: () => ({}),
  read_content: ({ book, lesson }) => ({ book_id: book, path: lesson }),
  glob_search: ({ book }) => ({ book_id: book, pattern: 'content/**/*.md' }),
  grep_search: ({ book }) => ({ book_id: book, pattern: '^# ' }),
  search_content: ({ book }) => ({ book_id: book, query: 'lesson' }),
  list_assets: ({ book }) => ({ book_id: book }),
  get_asset: ({ book, asset }) => ({ book_id: book, ...asset }),
  get_book_archive: ({ book }) => ({ book_id: book }),
  validate_book: ({ book }) => ({ book_id: book }),
  delta_build: ({ book }) => ({ book_id: book, since: '2020-01-01T00:00:00Z' }),
  audit_trail: ({ book }) => ({ book_id: book, limit: 10 }),
  content_history: ({ book, lesson }) => ({ book_id: book, path: lesson }),
  diff_content: ({ book, lesson }) => ({ book_id: book, path: lesson }),
  restore_content: ({ scratchHash }) => ({
    book_id,
    path,
    version: HELLO_HASH,
    ...(scratchHash !== undefined && { expected_hash: scratchHash }),
  }),
  write_content: ({ scratchHash }) => ({
    book_id,
    path,
    content: '# Hello from an example',
    ...(scratchHash !== undefined && { expected_hash: scratchHash }),
  }),
  write_many: () => ({
    book_id,
    changes: [
      { path: 'content/01-Part/01-Chapter/02-first.md', content: '# First\n\nThen [the second](03-second.md).' },
      { path: 'content/01-Part/01-Chapter/03-second.md', content: '# Second' },
    ],
  }),
  move_content: ({ book, lesson }) => ({
    book_id: book,
    from: lesson,
    to: lesson.replace(/[^/]*$/, '99-moved.md'),
    dry_run: true,
  }),
  delete_content: () => ({ book_id, path }),
  upload_asset: () => ({ book_id, ...asset, binary_data: DOT }),
  delete_asset: () => ({ book_id, ...asset }),

  search: ({ directory }) => ({ query: 'the', scope: directory, limit: 5 }),
  search_by_kind: ({ directory }) => ({ kind: 'document', scope: directory, limit: 5 }),
  recent_files: ({ directory }) => ({ scope: directory, limit: 5 }),
  get_metadata: ({ directory, file }) => ({ path: file ?? directory }),
  preview_file: ({ directory, file }) => ({ path: file ?? directory }),
};
