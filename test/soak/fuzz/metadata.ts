import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { represented, sortedJson } from '../../../src/engines/filesearch/metadata/metadata.ts';
import { contentAttributes } from '../../../src/engines/filesearch/metadata/rich.ts';
import { contentType } from '../../../src/engines/filesearch/types/content-type.ts';
import { type DamagedFile, documents, isBug, isOfLibrary, shownFile } from './documents.ts';
import { mustHold, type Sort } from './sort.ts';

let folder: string | undefined;

/** What damaged files say about themselves: attributes, perhaps none, that can be sent as JSON. */
export const metadata: Sort<DamagedFile> = {
  make: documents.make,
  async run({ name, bytes }) {
    folder ??= mkdtempSync(join(tmpdir(), 'quartet-fuzz-files-'));
    const path = join(folder, name);
    writeFileSync(path, bytes);
    const told = await contentAttributes(path, contentType(name, bytes.subarray(0, 1024))).catch((error: unknown) => {
      if (isBug(error)) throw error;
      return {};
    });
    for (const [key, value] of Object.entries(told)) {
      const form = represented(value);
      mustHold(form !== undefined && JSON.parse(sortedJson(form)) !== undefined, `${key} can be sent`);
    }
  },
  show: shownFile,
  forgives: isOfLibrary,
  close: async () => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  },
};
