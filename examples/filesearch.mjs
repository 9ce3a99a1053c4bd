// Finds the files below a folder that hold a phrase: node filesearch.mjs [FOLDER] [PHRASE]
import { resolve } from 'node:path';
import { openFileSearch } from 'quartet-mcp/filesearch';

const [folder = '.', phrase = 'exact sums'] = process.argv.slice(2);
const files = await openFileSearch({ roots: [folder] });
try {
  const { hits, complete } = await files.search(phrase, resolve(folder), { limit: 10 });
  for (const { path, snippet } of hits) console.log(path, snippet ? `… ${snippet.text}` : '');
  console.log(`${hits.length} found${complete ? '' : ', but not everything could be searched'}`);
} finally {
  await files.close();
}
