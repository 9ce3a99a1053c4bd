import { cards } from './cases/tuning/cards.js';
import { code } from './cases/tuning/code.js';
import { german } from './cases/tuning/german.js';
import { mails } from './cases/tuning/mails.js';
import { media } from './cases/tuning/media.js';
import { names } from './cases/tuning/names.js';
import { packed } from './cases/tuning/packed.js';
import { scattered } from './cases/tuning/scattered.js';
import { texts } from './cases/tuning/texts.js';
import { otherWords } from './cases/tuning/words.js';

/** The half of the questions that a change to the search may be tried on. */
export const tuning = [
  ...names,
  ...texts,
  ...scattered,
  ...media,
  ...mails,
  ...cards,
  ...packed,
  ...otherWords,
  ...german,
  ...code,
];
