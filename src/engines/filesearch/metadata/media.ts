import type { Source } from '../documents/bytes.ts';
import { described } from '../documents/described.ts';
import { filmAttributes } from './film.ts';
import type { RegularFile } from './regular-file.ts';
import { type Attributes, present } from './values.ts';

const MAX_READ = 32 * 1024 * 1024;
const MAX_MS = 5000;

/** Length, codecs and tags of sound and film; what the library does not find, the film's own head may tell. */
export async function mediaAttributes(file: RegularFile): Promise<Attributes> {
  const film = attempt(() => filmAttributes(file.bytes));
  return { ...film, ...(await taggedAttributes(file).catch(() => ({}))) };
}

function attempt(read: () => Attributes): Attributes {
  try {
    return read();
  } catch {
    return {};
  }
}

async function taggedAttributes(file: RegularFile): Promise<Attributes> {
  const { format, common } = await tagsOf(file);
  const picture = format.trackInfo.find(({ video }) => video)?.video;
  return present({
    kMDItemDurationSeconds: format.duration,
    kMDItemAudioBitRate: format.bitrate === undefined ? undefined : Math.round(format.bitrate),
    kMDItemCodecs: codecs([format.codec, ...format.trackInfo.map(({ codecName }) => codecName)]),
    kMDItemTitle: common.title,
    kMDItemAuthors: common.artists ?? [common.artist],
    kMDItemAlbum: common.album,
    kMDItemPixelWidth: picture?.pixelWidth,
    kMDItemPixelHeight: picture?.pixelHeight,
  });
}

async function tagsOf(file: Source) {
  const { parseBlob } = await import('music-metadata');
  return parseBlob(window(file), { duration: false, skipCovers: true, mkvUseIndex: true });
}

/** The tags of sound and film, as text to be searched; empty when there are none, or none that can be read. */
export async function mediaText(file: Source): Promise<string> {
  const common = await tagsOf(file).then(
    (tags) => tags.common,
    () => undefined,
  );
  if (!common) return '';
  const { title, artist, artists = [], albumartist, album, genre = [], composer = [], date, year } = common;
  const { comment = [], description = [], subtitle = [], lyricist = [], movement, work } = common;
  const comments = [...comment, ...description].map((each) => (typeof each === 'string' ? each : each.text));
  const people = [artist, ...artists, albumartist, album, genre.join(' '), ...composer, ...lyricist];
  return described({ title, notes: [...people, ...subtitle, work, movement, date ?? year, ...comments] });
}

/** Each once; the library puts names that it does not know between angle brackets. */
function codecs(names: readonly (string | undefined)[]): (string | undefined)[] {
  return [...new Set(names.map((name) => name?.replaceAll(/^<|>$/g, '')))];
}

/** The file as the library's random access asks for it: two methods of a blob, and an end to patience. */
function window(file: Source): Blob {
  let left = MAX_READ;
  const started = performance.now();
  const slice = (start: number, end: number) => ({
    async arrayBuffer(): Promise<ArrayBuffer> {
      left -= end - start;
      if (left < 0 || performance.now() - started > MAX_MS) throw new Error('The file takes too long to read.');
      const bytes = await file.read(start, end - start);
      return new Uint8Array(bytes).buffer;
    },
  });
  return { size: file.size, type: '', slice } as unknown as Blob;
}
