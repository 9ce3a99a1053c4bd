const EXIF = 'Exif\0\0';
const PNG_CHUNK = 'eXIf';
const MOST_PLACES = 16;
const POINTERS = new Set([0x8769, 0x8825]);

/** Bytes of a value of each type; those of types that are looked at where they are, without room of their own, count as none. */
const SIZES = [0, 0, 0, 2, 4, 8, 1, 0, 2, 4, 8, 4, 8, 4];
const [SHORT, LONG, DIRECTORY] = [3, 4, 13];

/**
 * Whether what the camera noted claims no more values than a picture has bytes. The library makes room for as many as a tag claims before it
 * looks for them: 400 bytes can ask it for 8 GB.
 */
export function claimsWhatItHolds(picture: Buffer): boolean {
  const places = [0, ...placesBehind(picture, EXIF), ...placesBehind(picture, PNG_CHUNK)];
  return places.length <= MOST_PLACES && places.every((place) => isHonest(picture.subarray(place)));
}

function placesBehind(picture: Buffer, mark: string): number[] {
  const places: number[] = [];
  for (let at = picture.indexOf(mark, 0, 'latin1'); at >= 0; at = picture.indexOf(mark, at + 1, 'latin1')) {
    places.push(at + mark.length);
    if (places.length > MOST_PLACES) break;
  }
  return places;
}

/** Goes through the directory and those that it points to. What is no TIFF claims nothing. */
function isHonest(tiff: Buffer): boolean {
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return true;
  const little = order === 'II';
  const uint16 = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const uint32 = (at: number) => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const below: number[] = [];

  function isHonestAt(directory: number, isFirst: boolean): boolean {
    if (directory + 2 > tiff.length) return true;
    const end = Math.min(tiff.length - 11, directory + 2 + 12 * uint16(directory));
    for (let at = directory + 2; at < end; at += 12) {
      const [type, count] = [uint16(at + 2), uint32(at + 4)];
      if (count > 1 && count * (SIZES[type] ?? 0) > tiff.length) return false;
      if (!isFirst || !POINTERS.has(uint16(at))) continue;
      if (count !== 1 || ![SHORT, LONG, DIRECTORY].includes(type)) return false;
      below.push(type === SHORT ? uint16(at + 8) : uint32(at + 8));
    }
    return true;
  }

  return tiff.length < 8 || (isHonestAt(uint32(4), true) && below.every((directory) => isHonestAt(directory, false)));
}
