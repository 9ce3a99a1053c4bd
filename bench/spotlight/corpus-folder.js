import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCorpus, SEED } from '../corpus.js';

let made;

/** The folder that all searches look at, with what is in it: made by the first measurement that asks, gone with the process. */
export function corpusFolder(scale) {
  if (made?.scale === scale) return made;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quartet-corpus-')));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.stderr.write('spotlight: writing the files to search in\n');
  made = { scale, folder, ...makeCorpus({ folder, scale, seed: SEED, now: Date.now() }) };
  return made;
}
