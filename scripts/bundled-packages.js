import { join } from 'node:path';

/** Where a build writes down the packages whose code it has put into dist, for their notices. */
export const BUNDLED = join('node_modules', '.cache', 'quartet-bundled.json');

/** The folders of the packages of which something has gone into an output. */
export function bundledPackages(results) {
  const outputs = results.flatMap(({ metafile }) => Object.values(metafile.outputs));
  const files = outputs.flatMap(({ inputs }) =>
    Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 0 && file.includes('node_modules/')),
  );
  return [...new Set(files.map(folderOf))].sort((a, b) => (a < b ? -1 : 1));
}

/** Of nested packages the innermost. A path may come through a link, so it counts from its first node_modules. */
function folderOf(file) {
  const [folder] = /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(file);
  return folder;
}
