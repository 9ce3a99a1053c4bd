import { filmAttributes } from './film.ts';
import type { RegularFile } from './regular-file.ts';
import { type Attributes, present } from './values.ts';

const MAX_READ = 32 * 1024 * 1024;
const MAX_MS = 5000;

/** Length, codecs and tags of sound and film; what the library does not find, the film's own head may tell. */
export async function mediaAttributes(file: RegularFile): Promise<Attributes> {
  const film = await filmAttributes(file).catch(() => ({}));
  return { ...film, ...(await taggedAttributes(file).catch(() => ({}))) };
}

async function taggedAttributes(file: RegularFile): Promise<Attributes> {
  const { parseBlob } = await import('music-metadata');
  const { format, common } = await parseBlob(window(file), { duration: false, skipCovers: true, mkvUseIndex: true });
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

/** Each once; the library puts names that it does not know between angle brackets. */
function codecs(names: readonly (string | undefined)[]): (string | undefined)[] {
  return [...new Set(names.map((name) => name?.replaceAll(/^<|>$/g, '')))];
}

/** The file as the library's random access asks for it: two methods of a blob, and an end to patience. */
function window(file: RegularFile): Blob {
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
