import { Random } from '../corpus/random.js';
import { FOREIGN, vocabulary } from '../corpus/words.js';
import { PROBES, SEED } from '../corpus.js';

const WORDS = 40;

/** What people look for, mixed: words from common to rare, phrases, parts of words, other scripts, what is not there. */
export function mixedQueries(seed) {
  const random = new Random(seed);
  const words = vocabulary(new Random(SEED));
  // The logarithm of the rank is even, so each step of rareness is asked for as often as the others.
  const byRank = Array.from({ length: WORDS }, (_, index) => words[Math.floor(100 * 380 ** (index / WORDS))]);
  const phrases = ['the memory', 'socket buffer', 'budget of the', 'invoice number', `${words[700]} ${words[90]}`];
  const parts = ['nvoic', 'ernel', 'udge', 'LICEN', 'Sock'];
  const foreign = FOREIGN.split(' ').filter((_, index) => index % 5 === 0);
  const probes = [PROBES.rareWord, PROBES.absent, `${PROBES.absent} ${PROBES.rareWord}`];
  return shuffled([...byRank, ...phrases, ...parts, ...foreign, ...probes], random);
}

function shuffled(values, random) {
  const left = [...values];
  return values.map(() => left.splice(random.below(left.length), 1)[0]);
}
