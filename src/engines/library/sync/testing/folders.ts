import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** Writes files, by their paths in a folder. */
export async function fill(folder: string, files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** All files of a folder by path, but not its record. */
export async function contents(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== '.quartet-books.json');
  const pairs = files.map(async (entry) => {
    const file = join(entry.parentPath, entry.name);
    return [relative(folder, file).split(sep).join('/'), (await readFile(file)).toString('latin1')];
  });
  return Object.fromEntries(await Promise.all(pairs));
}
