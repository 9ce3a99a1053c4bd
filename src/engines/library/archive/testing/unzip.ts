import { text } from 'node:stream/consumers';
import { type Entry, openPromise } from 'yauzl';

export interface Unzipped {
  readonly entry: Entry;
  readonly text: string;
}

/** Every member of an archive by its name, read and checked by an independent reader. */
export async function unzip(file: string): Promise<Map<string, Unzipped>> {
  const zip = await openPromise(file, { autoClose: false });
  const members = new Map<string, Unzipped>();
  try {
    for await (const entry of zip.eachEntry()) {
      members.set(entry.fileName, { entry, text: await text(await zip.openReadStreamPromise(entry)) });
    }
    return members;
  } finally {
    zip.close();
  }
}
