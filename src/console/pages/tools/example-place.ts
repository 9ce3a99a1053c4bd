import { DEMO_BOOK, type ExamplePlace, SCRATCH } from '../../../common/examples.ts';
import type { McpClient } from '../../mcp/client.ts';
import type { CatalogueTool } from './catalogue.ts';

interface FoundFiles {
  readonly results: readonly { readonly _path?: string }[];
}

const WANT_A_FILE: ReadonlySet<string> = new Set(['get_metadata', 'preview_file']);

/** Looks at what is there, so that an example fits this server. What cannot be found is what the examples that write will make. */
export async function findExamplePlace(
  client: McpClient,
  { name, toolset }: Pick<CatalogueTool, 'name' | 'toolset'>,
  signal: AbortSignal,
): Promise<ExamplePlace> {
  const nothing: ExamplePlace = {
    directory: '~',
    book: SCRATCH.book_id,
    lesson: SCRATCH.path,
    asset: SCRATCH.asset,
  };
  const call = <Data>(name: string, args: Record<string, unknown>): Promise<Data | undefined> =>
    client.call<Data>(name, args, signal).catch(() => {
      signal.throwIfAborted();
      // A server without books, or a token that may not read them, has an example all the same.
      return undefined;
    });
  if (toolset === 'spotlight') {
    const directory = allowedDirectory(await client.instructions()) ?? nothing.directory;
    const found = WANT_A_FILE.has(name) && (await call<FoundFiles>('recent_files', { scope: directory, limit: 1 }));
    return { ...nothing, directory, file: (found || undefined)?.results[0]?._path };
  }
  if (toolset !== 'books') return nothing;
  const { result: books } = (await call<{ result: { book_id: string }[] }>('list_books', {})) ?? { result: [] };
  const ids = books.map(({ book_id }) => book_id);
  const book = ids.includes(DEMO_BOOK) ? DEMO_BOOK : (ids[0] ?? nothing.book);
  const [lessons, assets, scratch] = await Promise.all([
    call<{ result: string[] }>('glob_search', { book_id: book, pattern: 'content/**/*.md' }),
    call<{ result: ExamplePlace['asset'][] }>('list_assets', { book_id: book }),
    call<{ file_hash_sha256: string }>('read_content', { book_id: SCRATCH.book_id, path: SCRATCH.path }),
  ]);
  const asset = assets?.result[0];
  return {
    ...nothing,
    book,
    lesson: lessons?.result[0]?.replace(`books/${book}/`, '') ?? nothing.lesson,
    asset: asset ? { asset_type: asset.asset_type, filename: asset.filename } : nothing.asset,
    scratchHash: scratch?.file_hash_sha256,
  };
}

/** The first of the directories that the server's instructions name. */
export function allowedDirectory(instructions: string): string | undefined {
  const named = /^Allowed: (.+?)(?: and \d+ more)?\. Its user can /m.exec(instructions)?.[1];
  return named === undefined || named === 'no directory' ? undefined : named.split(', ')[0];
}
