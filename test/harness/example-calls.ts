import { sha256 } from '../../src/engines/library/model/files.ts';

const INTRO = '# Intro\n\nHello.\n';

/** A lesson that the examples read. */
export const EXAMPLE_LESSON = { book_id: 'sample', path: 'content/01-Part/01-Chapter/01-intro.md' };

/** One ordinary call of each tool, extra ones included, in an order in which all of them succeed; files are below `folder`, where there is a `note.txt`. */
export function exampleCalls(folder: string): [tool: string, args: Record<string, unknown>][] {
  const { book_id } = EXAMPLE_LESSON;
  const asset = { book_id, asset_type: 'img', filename: 'dot.png' };
  return [
    ['add', { a: 0.1, b: '0.2' }],
    ['format_currency', { amount: '-1234567.89', currency: 'EUR', currency_sign: '€', negative: 'CR' }],
    ['validate_date', { date: '20240229' }],
    ['get_daily_challenge', {}],
    ['get_problem', { source: 'quartet', id: '1' }],
    ['find_similar_problems', { query: 'shortest path in a grid' }],
    ['resolve_problem', { query: 'lighthouse-ledger' }],
    ['get_platform_status', {}],
    ['list_problems', {}],
    ['write_content', { ...EXAMPLE_LESSON, content: INTRO }],
    ['read_content', EXAMPLE_LESSON],
    ['upload_asset', { ...asset, binary_data: 'aGVsbG8=' }],
    ['get_asset', asset],
    ['list_assets', { book_id }],
    ['list_books', {}],
    ['glob_search', { book_id, pattern: '**' }],
    ['grep_search', { book_id, pattern: 'Hello' }],
    ['search_content', { book_id, query: 'hello' }],
    ['delta_build', { book_id, since: '2020-01-01T00:00:00Z' }],
    ['validate_book', { book_id }],
    ['get_book_archive', { book_id }],
    ['audit_trail', { book_id }],
    ['write_many', { book_id, changes: [{ path: 'content/01-Part/01-Chapter/02-next.md', content: '# Next\n' }] }],
    [
      'move_content',
      { book_id, from: EXAMPLE_LESSON.path, to: 'content/01-Part/01-Chapter/09-moved.md', dry_run: true },
    ],
    ['content_history', EXAMPLE_LESSON],
    ['diff_content', EXAMPLE_LESSON],
    ['search', { query: 'needle', scope: folder }],
    ['search_by_kind', { kind: 'document', scope: folder }],
    ['recent_files', { scope: folder }],
    ['get_metadata', { path: `${folder}/note.txt` }],
    ['preview_file', { path: `${folder}/note.txt` }],
    ['delete_content', EXAMPLE_LESSON],
    ['restore_content', { ...EXAMPLE_LESSON, version: sha256(INTRO) }],
    ['delete_asset', asset],
  ];
}
