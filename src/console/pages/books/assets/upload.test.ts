import { expect, it } from 'vitest';
import { typeFor } from './upload.ts';

it.each([
  ['a.png', 'image/png', 'img'],
  ['a.svg', 'image/svg+xml', 'img'],
  ['talk.PDF', 'application/pdf', 'slides'],
  ['talk.key', '', 'slides'],
  ['a.mp4', 'video/mp4', 'videos'],
  ['a.mp3', 'audio/mpeg', 'audio'],
  ['notes.txt', 'text/plain', undefined],
  ['constructor', '', undefined],
  ['a.constructor', '', undefined],
])('%s (%s) belongs into %s', (name, type, folder) => expect(typeFor({ name, type })).toBe(folder));
