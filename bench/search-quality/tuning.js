import { mails } from './cases/tuning/mails.js';
import { media } from './cases/tuning/media.js';
import { names } from './cases/tuning/names.js';
import { texts } from './cases/tuning/texts.js';
import { otherWords } from './cases/tuning/words.js';

/** The half of the questions that a change to the search may be tried on. */
export const tuning = [...names, ...texts, ...media, ...mails, ...otherWords];
