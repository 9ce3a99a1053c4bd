import { booksGroups } from './books.js';
import { booksS3Groups } from './books-s3.js';
import { cobol } from './cobol.js';
import { ojGroups } from './oj.js';
import { spotlightGroups } from './spotlight.js';

/** Each group becomes a section of the results, in this order. */
export async function allGroups() {
  return [cobol, ...(await ojGroups()), ...booksGroups(), ...(await booksS3Groups()), ...spotlightGroups()];
}
