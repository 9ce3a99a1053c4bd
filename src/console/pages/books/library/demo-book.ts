import { CallError, type McpClient } from '../../../mcp/client.ts';

/** The demo book as the build puts it beside this page: what `write_content` and `upload_asset` take. */
export interface DemoBook {
  readonly book_id: string;
  readonly first_lesson?: string;
  readonly files: readonly DemoFile[];
}

export type DemoFile =
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly filename: string; readonly asset_type: string; readonly base64: string };

export interface DemoProgress {
  readonly done: number;
  readonly total: number;
  /** What was there already, and was left as it is. */
  readonly skipped: number;
  readonly path: string;
}

const ADDRESS = '/console/demo-book.json';

/** Whether this server has a demo book to give. */
export async function hasDemoBook(signal: AbortSignal): Promise<boolean> {
  return (await fetch(ADDRESS, { method: 'HEAD', signal })).ok;
}

export async function fetchDemoBook(signal: AbortSignal): Promise<DemoBook> {
  const response = await fetch(ADDRESS, { signal });
  if (!response.ok) throw new Error(`The demo book could not be fetched (status ${response.status}).`);
  return (await response.json()) as DemoBook;
}

/** Writes the demo book file by file. Nothing that is there is overwritten, so it can be done again after a failure. */
export async function addDemoBook(
  client: Pick<McpClient, 'call'>,
  { book_id, files }: DemoBook,
  signal: AbortSignal,
  onProgress: (progress: DemoProgress) => void,
): Promise<DemoProgress> {
  let skipped = 0;
  for (const [done, file] of files.entries()) {
    onProgress({ done, total: files.length, skipped, path: file.path });
    signal.throwIfAborted();
    const wrote = 'text' in file ? await addLesson(client, book_id, file) : await addAsset(client, book_id, file);
    if (!wrote) skipped++;
  }
  return { done: files.length, total: files.length, skipped, path: '' };
}

type Lesson = Extract<DemoFile, { text: string }>;
type Asset = Exclude<DemoFile, Lesson>;

async function addLesson(client: Pick<McpClient, 'call'>, book_id: string, { path, text }: Lesson): Promise<boolean> {
  try {
    await client.call('write_content', { book_id, path, content: text });
    return true;
  } catch (error) {
    if (error instanceof CallError && error.code === 'HASH_REQUIRED') return false;
    throw error;
  }
}

/** An upload would replace what has its name, so it is looked for first. */
async function addAsset(client: Pick<McpClient, 'call'>, book_id: string, asset: Asset): Promise<boolean> {
  const { filename, asset_type, base64 } = asset;
  try {
    await client.call('get_asset', { book_id, asset_type, filename });
    return false;
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'NOT_FOUND')) throw error;
  }
  await client.call('upload_asset', { book_id, asset_type, filename, binary_data: base64 });
  return true;
}
