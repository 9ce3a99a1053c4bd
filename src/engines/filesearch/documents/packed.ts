import { archiveText, type OfficeText } from './archive-text.ts';
import type { Source } from './bytes.ts';
import { LIMITS } from './limits.ts';
import { plainText } from './plain-text.ts';
import { isTar, tarMembers } from './tar.ts';
import { type Packing, unpackBeginning } from './unpack.ts';

/** The text of a compressed file, or of the archive that it holds; of either the beginning, if it is long. */
export async function packedText(packing: Packing, file: Source, officeText: OfficeText): Promise<string> {
  const first = await unpackBeginning(packing, file, LIMITS.unpackedText);
  if (!isTar(first)) return plainText(first);
  const bytes = await unpackBeginning(packing, file, LIMITS.inflatedBytes);
  const unpacked: Source = { size: bytes.length, read: async (at, length) => bytes.subarray(at, at + length) };
  return archiveText(tarMembers(unpacked), officeText);
}
