import { booksGroups } from './books.js';
import { booksReplicaGroups } from './books-replicas.js';
import { booksS3Groups } from './books-s3.js';
import { booksWriteGroups } from './books-writes.js';
import { cobol } from './cobol.js';
import { growthGroups } from './growth.js';
import { http } from './http.js';
import { judge } from './judge.js';
import { ojGroups } from './oj.js';
import { publishedGroups } from './published.js';
import { spotlightGroups } from './spotlight.js';
import { spotlightMorningGroups } from './spotlight-morning.js';

/** Each group becomes a section of the results, in this order. What a group needs is made when it is measured. */
export async function allGroups() {
  const ready = (group) => ({ title: group.title, make: () => group });
  const first = [cobol, ...(await ojGroups()), judge, http].map(ready);
  return [
    ...first,
    ...booksGroups(),
    ...booksWriteGroups(),
    ...publishedGroups(),
    ...booksS3Groups(),
    ...booksReplicaGroups(),
    ...growthGroups(),
    ...[...spotlightGroups(), ...spotlightMorningGroups()].map(ready),
  ];
}
