import { inflateRawSync } from 'node:zlib';
import { fromBufferPromise, type Entry as ZipEntry, type ZipFile } from 'yauzl';
import { codeOf } from '../../../lib/errno.ts';
import { LIMITS } from './limits.ts';

const STORED = 0;
const DEFLATED = 8;

/** The members of a zip archive in memory, taken out one by one under a common limit. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #bytes: Buffer;
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  #left: number = LIMITS.inflatedBytes;

  /** Reads the list of members; rejects what is no archive, is cut short, or lists too many. */
  static async open(bytes: Uint8Array): Promise<Archive> {
    if (startsWith(bytes, OLD_OFFICE)) throw new Error('The document is encrypted, or of a format from before 2007.');
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const zip = await fromBufferPromise(buffer, { autoClose: false });
    if (zip.entryCount > LIMITS.members) throw new Error(`The archive lists more than ${LIMITS.members} members.`);
    const entries = new Map<string, ZipEntry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    return new Archive(zip, buffer, entries);
  }

  private constructor(zip: ZipFile, bytes: Buffer, entries: ReadonlyMap<string, ZipEntry>) {
    this.#zip = zip;
    this.#bytes = bytes;
    this.#entries = entries;
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** A member's text, or none when there is no such member. */
  async find(name: string): Promise<string | undefined> {
    const entry = this.#entries.get(name);
    return entry && decode(await this.#inflate(entry));
  }

  /** A member's text; rejects when there is no such member. */
  async read(name: string): Promise<string> {
    const text = await this.find(name);
    if (text === undefined) throw new Error(`The document is broken: it lacks ${name}.`);
    return text;
  }

  async #inflate(entry: ZipEntry): Promise<Uint8Array> {
    if (entry.isEncrypted()) throw new Error('The document is encrypted.');
    const allowance = this.#allowance(entry);
    const { fileDataStart } = await this.#zip.readLocalFileHeaderPromise(entry, { minimal: true });
    const packed = this.#bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize);
    const content = unpack(entry.compressionMethod, packed, allowance);
    this.#left -= content.byteLength;
    return content;
  }

  /** How many bytes a member may inflate to; the size it claims is not to be trusted. */
  #allowance({ compressedSize }: ZipEntry): number {
    const byRatio = Math.max(LIMITS.ratioAppliesAbove, compressedSize * LIMITS.inflationRatio);
    return Math.min(this.#left, byRatio);
  }
}

const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0];

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

function unpack(method: number, packed: Buffer, allowance: number): Uint8Array {
  if (method !== STORED && method !== DEFLATED) throw new Error(`The archive uses compression method ${method}.`);
  if (method === STORED && packed.byteLength > allowance) throw tooLarge();
  if (packed.byteLength === 0) return packed;
  if (method === STORED) return packed;
  if (allowance <= 0) throw tooLarge();
  try {
    return inflateRawSync(packed, { maxOutputLength: allowance });
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new Error('The document is broken: a part of it does not inflate.', { cause: error });
  }
}

function tooLarge(): Error {
  return new Error(`The document inflates to too much: more than ${LIMITS.inflatedBytes} bytes, or out of proportion.`);
}

function decode(bytes: Uint8Array): string {
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = utf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
