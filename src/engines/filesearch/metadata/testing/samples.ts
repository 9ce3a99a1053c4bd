import { deflateSync } from 'node:zlib';

/** A grey PNG; readers of the size do not look at checksums. */
export function png(width: number, height: number, colourType = 2): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colourType], 8);
  const chunk = (name: string, data: Buffer) =>
    Buffer.concat([uint32(data.length), Buffer.from(name), data, uint32(0)]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(64))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A JPEG without a picture: EXIF, the frame's description, the end. */
export function jpeg(width: number, height: number, exif: Buffer = Buffer.alloc(0), components = 3): Buffer {
  const frame = Buffer.alloc(8 + 3 * components);
  frame.writeUInt16BE(frame.length, 0);
  frame[2] = 8;
  frame.writeUInt16BE(height, 3);
  frame.writeUInt16BE(width, 5);
  frame[7] = components;
  const application = Buffer.concat([Buffer.from('Exif\0\0'), exif]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe1]),
    uint16(application.length + 2),
    application,
    Buffer.from([0xff, 0xc0]),
    frame,
    Buffer.from([0xff, 0xd9]),
  ]);
}

type Tag = readonly [number: number, value: string | number | readonly (readonly [number, number])[]];

/** EXIF: the camera's tags, and below them its notes on the shot and on the place. */
export function exif(camera: readonly Tag[], shot: readonly Tag[], place: readonly Tag[]): Buffer {
  const main = 8;
  const ifdSize = (tags: number) => 2 + 12 * tags + 4;
  const shotAt = main + ifdSize(camera.length + 2);
  const placeAt = shotAt + ifdSize(shot.length);
  let dataAt = placeAt + ifdSize(place.length);
  const data: Buffer[] = [];
  const directory = (tags: readonly Tag[]) => {
    const entries = tags.map(([number, value]) => {
      const entry = Buffer.alloc(12);
      const content = contentOf(value);
      entry.writeUInt16LE(number, 0);
      entry.writeUInt16LE(typeof value === 'string' ? 2 : typeof value === 'number' ? 4 : 5, 2);
      entry.writeUInt32LE(typeof value === 'number' ? 1 : typeof value === 'string' ? content.length : value.length, 4);
      if (content.length <= 4) content.copy(entry, 8);
      else {
        entry.writeUInt32LE(dataAt, 8);
        data.push(content);
        dataAt += content.length;
      }
      return entry;
    });
    return Buffer.concat([littleEndian16(tags.length), ...entries, Buffer.alloc(4)]);
  };
  const directories = [directory([...camera, [0x8769, shotAt], [0x8825, placeAt]]), directory(shot), directory(place)];
  return Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), ...directories, ...data]);
}

function contentOf(value: Tag[1]): Buffer {
  if (typeof value === 'string') return Buffer.from(`${value}\0`);
  if (typeof value === 'number') return littleEndian32(value);
  return Buffer.concat(value.flatMap(([above, below]) => [littleEndian32(above), littleEndian32(below)]));
}

/** Silence of this many seconds, with its tags. */
export function wav(seconds: number, info: Readonly<Record<string, string>> = {}): Buffer {
  const rate = 8000;
  const chunk = (name: string, content: Buffer) =>
    Buffer.concat([Buffer.from(name), littleEndian32(content.length), content, Buffer.alloc(content.length % 2)]);
  const format = Buffer.concat([
    littleEndian16(1),
    littleEndian16(1),
    littleEndian32(rate),
    littleEndian32(rate),
    littleEndian16(1),
    littleEndian16(8),
  ]);
  const tags = Object.entries(info).map(([name, text]) => chunk(name, Buffer.from(`${text}\0`)));
  const body = [
    Buffer.from('WAVE'),
    chunk('fmt ', format),
    chunk('LIST', Buffer.concat([Buffer.from('INFO'), ...tags])),
    chunk('data', Buffer.alloc(seconds * rate, 128)),
  ];
  return chunk('RIFF', Buffer.concat(body));
}

/** A FLAC without frames: its description and its tags. */
export function flac(seconds: number, tags: readonly string[]): Buffer {
  const rate = 44_100;
  const description = Buffer.alloc(34);
  description.writeUInt32BE(((rate << 12) | (1 << 9) | (15 << 4)) >>> 0, 10);
  description.writeUInt32BE(rate * seconds, 14);
  const text = (content: string) => Buffer.concat([littleEndian32(Buffer.byteLength(content)), Buffer.from(content)]);
  const comments = Buffer.concat([text('quartet'), littleEndian32(tags.length), ...tags.map(text)]);
  const block = (type: number, content: Buffer) =>
    Buffer.concat([uint32(((type << 24) | content.length) >>> 0), content]);
  return Buffer.concat([Buffer.from('fLaC'), block(0, description), block(0x84, comments), Buffer.alloc(64)]);
}

const uint16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const uint32 = (value: number) => Buffer.concat([uint16(value >>> 16), uint16(value & 0xffff)]);
const littleEndian16 = (value: number) => uint16(value).reverse();
const littleEndian32 = (value: number) => uint32(value).reverse();

/** A film without pictures: its head alone, with the media that are not there before it. */
export function mp4(seconds: number, width: number, height: number, brand = 'qt  '): Buffer {
  const atom = (name: string, ...content: Buffer[]) => {
    const inside = Buffer.concat(content);
    return Buffer.concat([uint32(inside.length + 8), Buffer.from(name), inside]);
  };
  const movieHeader = Buffer.alloc(100);
  movieHeader.writeUInt32BE(600, 12);
  movieHeader.writeUInt32BE(600 * seconds, 16);
  const trackHeader = Buffer.alloc(84);
  trackHeader.writeUInt32BE(width * 65_536, 76);
  trackHeader.writeUInt32BE(height * 65_536, 80);
  return Buffer.concat([
    atom('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}`)),
    atom('mdat', Buffer.alloc(1000)),
    atom('moov', atom('mvhd', movieHeader), atom('trak', atom('tkhd', trackHeader)), atom('trak')),
  ]);
}

export function avi(frames: number, microsecondsPerFrame: number, width: number, height: number): Buffer {
  const header = Buffer.alloc(56);
  header.writeUInt32LE(microsecondsPerFrame, 0);
  header.writeUInt32LE(frames, 16);
  header.writeUInt32LE(width, 32);
  header.writeUInt32LE(height, 36);
  const list = Buffer.concat([Buffer.from('hdrlavih'), littleEndian32(56), header]);
  const body = Buffer.concat([Buffer.from('AVI LIST'), littleEndian32(list.length), list]);
  return Buffer.concat([Buffer.from('RIFF'), littleEndian32(body.length), body]);
}

/** A HEIC of which only the camera's notes are there; `wide` is the newer way to write the tables. */
export function heic(notes: Buffer, wide = false, xmp = ''): Buffer {
  const box = (name: string, ...content: Buffer[]) => {
    const inside = Buffer.concat(content);
    return Buffer.concat([uint32(inside.length + 8), Buffer.from(name), inside]);
  };
  const full = (name: string, version: number, ...content: Buffer[]) =>
    box(name, Buffer.from([version, 0, 0, 0]), ...content);
  const count = wide ? uint32 : uint16;
  const item = (id: number, type: string) => full('infe', wide ? 3 : 2, count(id), uint16(0), Buffer.from(`${type}\0`));
  const start = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic'));
  const items = full('iinf', wide ? 1 : 0, count(3), item(1, 'hvc1'), item(2, 'Exif'), item(3, 'mime'));
  const payload = Buffer.concat([uint32(6), Buffer.from('Exif\0\0'), notes]);
  const head = (at: number) => {
    const place = (id: number, offset: number, length: number) => [
      count(id),
      ...(wide ? [uint16(0)] : []),
      uint16(0),
      uint16(1),
      uint32(offset),
      uint32(length),
    ];
    const places = [...place(1, 0, 1), ...place(2, at, payload.length), ...place(3, at + payload.length, xmp.length)];
    const locations = full('iloc', wide ? 2 : 0, Buffer.from([0x44, 0]), count(3), ...places);
    return Buffer.concat([start, full('meta', 0, items, locations)]);
  };
  return Buffer.concat([head(head(0).length + 8), box('mdat', payload, Buffer.from(xmp))]);
}

/** A WebP of which only the canvas and the camera's notes are there. */
export function webp(width: number, height: number, notes: Buffer): Buffer {
  const canvas = Buffer.alloc(10);
  canvas.writeUIntLE(width - 1, 4, 3);
  canvas.writeUIntLE(height - 1, 7, 3);
  const body = Buffer.concat([
    Buffer.from('WEBPVP8X'),
    littleEndian32(10),
    canvas,
    Buffer.from('EXIF'),
    littleEndian32(notes.length),
    notes,
  ]);
  return Buffer.concat([Buffer.from('RIFF'), littleEndian32(body.length), body]);
}
