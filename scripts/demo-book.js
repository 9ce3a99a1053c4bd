import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const SOURCE = 'src/demo-book';
const AREAS = ['content', 'static'];

/** Puts the demo book into the build: as files for `quartet books demo`, and as one file for the console. */
export function buildDemoBook(dist) {
  const { book_id, first_lesson } = JSON.parse(readFileSync(join(SOURCE, 'book.json'), 'utf8'));
  for (const area of AREAS) cpSync(join(SOURCE, area), join(dist, 'demo-book', area), { recursive: true });
  const files = AREAS.flatMap((area) => filesBelow(join(SOURCE, area))).map(asToolArguments);
  mkdirSync(join(dist, 'console'), { recursive: true });
  writeFileSync(join(dist, 'console', 'demo-book.json'), JSON.stringify({ book_id, first_lesson, files }));
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** A lesson with its text for `write_content`, an asset with its bytes for `upload_asset`. */
function asToolArguments(file) {
  const path = relative(SOURCE, file).replaceAll(sep, '/');
  const [area, asset_type, ...names] = path.split('/');
  if (area === 'content') return { path, text: readFileSync(file, 'utf8') };
  return { path, filename: names.join('/'), asset_type, base64: readFileSync(file, 'base64') };
}
