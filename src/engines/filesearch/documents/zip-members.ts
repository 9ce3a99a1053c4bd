import { inflateRawSync } from 'node:zlib';
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry as ZipEntry, type ZipFile } from 'yauzl';
import type { Member } from './archive-text.ts';
import type { Source } from './bytes.ts';
import { decodeUnknown } from './charsets.ts';
import { unpackBeginning } from './unpack.ts';

const STORED = 0;
const DEFLATED = 8;

/** The members of a zip archive, of which only the list and what is asked for is read. */
export async function* zipMembers(archive: Source): AsyncGenerator<Member> {
  // Names come as bytes: archives with odd names are read too, since nothing is written where they say.
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false };
  const zip = await fromRandomAccessReaderPromise(new SourceReader(archive), archive.size, options);
  for await (const entry of zip.eachEntry()) {
    const name = decodeUnknown(entry.fileName as unknown as Buffer);
    yield { name, read: (limit) => beginningOf(archive, zip, entry, limit) };
  }
}

class SourceReader extends RandomAccessReader {
  readonly #source: Source;

  constructor(source: Source) {
    super();
    this.#source = source;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    void this.#source.read(position, length).then(
      (bytes) => {
        bytes.copy(buffer, offset);
        callback(bytes.length === length ? null : new Error('The archive is cut short.'));
      },
      (error: Error) => callback(error),
    );
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }
}

async function beginningOf(archive: Source, zip: ZipFile, entry: ZipEntry, limit: number): Promise<Buffer> {
  const method = entry.compressionMethod;
  if (entry.isEncrypted() || (method !== STORED && method !== DEFLATED)) return Buffer.alloc(0);
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  if (method === STORED) return archive.read(fileDataStart, Math.min(entry.compressedSize, limit));
  if (entry.uncompressedSize <= limit && entry.compressedSize <= limit) {
    const packed = await archive.read(fileDataStart, entry.compressedSize);
    // A size that is a lie makes it throw.
    return inflateRawSync(packed, { maxOutputLength: limit });
  }
  const packed: Source = {
    size: entry.compressedSize,
    read: (at, length) => archive.read(fileDataStart + at, Math.min(length, entry.compressedSize - at)),
  };
  return unpackBeginning('deflate', packed, limit);
}
