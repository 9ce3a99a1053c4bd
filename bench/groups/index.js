import { booksGroups } from './books.js';
import { cobol } from './cobol.js';
import { http } from './http.js';
import { ojGroups } from './oj.js';
import { spotlightGroups } from './spotlight.js';

/** Each group becomes a section of the results, in this order. */
export async function allGroups() {
  return [cobol, ...(await ojGroups()), http, ...booksGroups(), ...spotlightGroups()];
}
