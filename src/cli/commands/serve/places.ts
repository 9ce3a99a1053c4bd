import { resolve } from 'node:path';
import { isPostgresUrl } from '../../../engines/library/journal/postgres/url.ts';
import { listOf, type OptionValues } from '../../../kernel/toolset.ts';
import { homeDirectory } from '../../../lib/data-folder.ts';
import { readSettings } from '../../../toolsets/books/settings/settings.ts';
import { parseOrigin } from '../../../toolsets/oj/origin.ts';
import { shortPath } from '../../terminal/short-path.ts';
import { placeOf } from '../judge/place.ts';

/** How many directories the file search names. */
const MOST_NAMED = 3;

/** Where the data of toolsets is, with a word for each; cobol has none. To be asked of toolsets that could be opened. */
export function dataOf(
  ids: readonly string[],
  options: OptionValues,
  env: NodeJS.ProcessEnv,
): (readonly [label: string, place: string])[] {
  const rows = [
    ['books', 'Books', booksPlace],
    ['spotlight', 'Files', filesPlace],
    ['oj', 'Judge', judgePlace],
  ] as const;
  return rows.filter(([id]) => ids.includes(id)).map(([, label, place]) => [label, place(options, env)]);
}

/** Never the address of a database, which may hold a password. */
function booksPlace(options: OptionValues): string {
  const { storage, root, databaseUrl, readOnly } = readSettings(options);
  const files = storage === 'folder' ? shortPath(root) : `bucket ${storage.bucket} (${storage.kind})`;
  const journal = databaseUrl !== undefined && isPostgresUrl(databaseUrl) ? ', journal in PostgreSQL' : '';
  return `${files}${journal}${readOnly ? ' (read-only)' : ''}`;
}

function filesPlace({ allow }: OptionValues): string {
  const told = listOf(allow);
  const directories = told.length > 0 ? told : [homeDirectory()].filter(Boolean);
  if (directories.length === 0) return 'no directory: name one with --allow';
  const named = directories.slice(0, MOST_NAMED).map((directory) => shortPath(resolve(directory)));
  const more = directories.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function judgePlace(options: OptionValues, env: NodeJS.ProcessEnv): string {
  const { baseUrl } = options;
  return baseUrl === undefined ? `embedded, in ${shortPath(placeOf(options, env).file)}` : parseOrigin(baseUrl);
}
