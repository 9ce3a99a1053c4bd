import { expect, test } from 'vitest';
import { documentText } from '../../../src/engines/filesearch/documents/text.ts';
import { documentFormat } from '../../../src/engines/filesearch/types/document-format.ts';
import { SAMPLES } from './sample-files.ts';

/** Nobody knows its password. */
const LOCKED = 'pdf';

test('every sample can be read before it is damaged', async () => {
  const unread: string[] = [];
  for (const { extension, bytes } of SAMPLES) {
    const format = documentFormat(`a.${extension}`);
    if (format === undefined) unread.push(`${extension} has no format`);
    else
      await documentText(
        format,
        bytes((text) => text),
      ).catch(() => unread.push(extension));
  }
  expect(unread).toEqual([LOCKED]);
});
