import { booksGroups } from './books.js';
import { cobol } from './cobol.js';
import { judge } from './judge.js';
import { ojGroups } from './oj.js';

/** Each group becomes a section of the results, in this order. */
export async function allGroups() {
  return [cobol, ...(await ojGroups()), judge, ...booksGroups()];
}
