import { escapeXml } from './text.js';

const big16 = (value) => Buffer.from([(value >> 8) & 255, value & 255]);
const big32 = (value) => Buffer.concat([big16(value >>> 16), big16(value & 0xffff)]);
const little16 = (value) => big16(value).reverse();
const little32 = (value) => big32(value).reverse();

/** A small grey JPEG with what cameras and photo programs write into it; every field may be missing. */
export function jpeg({
  caption,
  title,
  city,
  country,
  keywords = [],
  make,
  model,
  artist,
  taken,
  latitude,
  longitude,
}) {
  const segments = [];
  const notes = exif({ caption, make, model, artist, taken, latitude, longitude });
  segments.push(segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), notes])));
  if (title || city) segments.push(segment(0xe1, xmp({ caption, title, city, country, keywords })));
  if (caption || keywords.length > 0) segments.push(segment(0xed, iptc({ caption, city, country, keywords })));
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments, PICTURE]);
}

const segment = (marker, content) => Buffer.concat([Buffer.from([0xff, marker]), big16(content.length + 2), content]);

/** 64 × 48 grey pixels: each of 48 blocks is two zero bits. */
const PICTURE = Buffer.concat([
  segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
  segment(0xc0, Buffer.from([8, 0, 48, 0, 64, 1, 1, 0x11, 0])),
  segment(0xc4, Buffer.from([0, 1, ...Buffer.alloc(15), 0])),
  segment(0xc4, Buffer.from([0x10, 1, ...Buffer.alloc(15), 0])),
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.alloc(12),
  Buffer.from([0xff, 0xd9]),
]);

function exif({ caption, make, model, artist, taken, latitude, longitude }) {
  const isAscii = (text) => /^[\x20-\x7e]*$/.test(text);
  const camera = [
    ...(caption && isAscii(caption) ? [[0x010e, caption]] : []),
    ...(make ? [[0x010f, make]] : []),
    ...(model ? [[0x0110, model]] : []),
    ...(artist && isAscii(artist) ? [[0x013b, artist]] : []),
  ];
  const shot = taken ? [[0x9003, taken]] : [];
  const degrees = (value) => [
    [Math.floor(value), 1],
    [Math.floor((value % 1) * 60), 1],
    [0, 1],
  ];
  const place =
    latitude === undefined
      ? []
      : [
          [1, 'N'],
          [2, degrees(latitude)],
          [3, 'E'],
          [4, degrees(longitude)],
        ];
  const sizeOf = (tags) => 2 + 12 * tags.length + 4;
  const shotAt = 8 + sizeOf(camera) + 24;
  const placeAt = shotAt + sizeOf(shot);
  let dataAt = placeAt + sizeOf(place);
  const data = [];
  const directory = (tags) => {
    const entries = tags.map(([number, value]) => {
      const [kind, count, content] = encodedTag(value);
      const entry = Buffer.alloc(12);
      entry.writeUInt16LE(number, 0);
      entry.writeUInt16LE(kind, 2);
      entry.writeUInt32LE(count, 4);
      if (content.length <= 4) content.copy(entry, 8);
      else {
        entry.writeUInt32LE(dataAt, 8);
        data.push(content);
        dataAt += content.length;
      }
      return entry;
    });
    return Buffer.concat([little16(tags.length), ...entries, Buffer.alloc(4)]);
  };
  const directories = [directory([...camera, [0x8769, shotAt], [0x8825, placeAt]]), directory(shot), directory(place)];
  return Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), ...directories, ...data]);
}

function encodedTag(value) {
  if (typeof value === 'string') return [2, value.length + 1, Buffer.from(`${value}\0`)];
  if (typeof value === 'number') return [4, 1, little32(value)];
  return [5, value.length, Buffer.concat(value.flat().map(little32))];
}

function xmp({ caption, title, city, country, keywords }) {
  const text = (name, content) =>
    content ? `<${name}><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(content)}</rdf:li></rdf:Alt></${name}>` : '';
  const bag =
    keywords.length > 0
      ? `<dc:subject><rdf:Bag>${keywords.map((word) => `<rdf:li>${escapeXml(word)}</rdf:li>`).join('')}</rdf:Bag></dc:subject>`
      : '';
  const place = city
    ? `<photoshop:City>${escapeXml(city)}</photoshop:City><photoshop:Country>${escapeXml(country ?? '')}</photoshop:Country>`
    : '';
  return Buffer.from(
    'http://ns.adobe.com/xap/1.0/\0<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/">' +
      `${text('dc:title', title)}${text('dc:description', caption)}${bag}${place}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
  );
}

function iptc({ caption, city, country, keywords }) {
  const field = (record, number, text) => {
    const content = Buffer.from(text);
    return Buffer.concat([Buffer.from([0x1c, record, number]), big16(content.length), content]);
  };
  const fields = [
    field(1, 90, '\x1b%G'),
    ...keywords.map((word) => field(2, 25, word)),
    ...(city ? [field(2, 90, city)] : []),
    ...(country ? [field(2, 101, country)] : []),
    ...(caption ? [field(2, 120, caption)] : []),
  ];
  const content = Buffer.concat(fields);
  return Buffer.concat([
    Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0', 'latin1'),
    big32(content.length),
    content,
    Buffer.alloc(content.length % 2),
  ]);
}

const FRAME = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0xc4]), Buffer.alloc(413)]);

/** An MP3 of silence with its ID3 tags. */
export function mp3({ title, artist, album, genre, year, comment }) {
  const frame = (name, text, language = '') => {
    const body = Buffer.concat([Buffer.from([1]), Buffer.from(language), utf16(text)]);
    return Buffer.concat([Buffer.from(name), big32(body.length), Buffer.from([0, 0]), body]);
  };
  const frames = [
    ['TIT2', title],
    ['TPE1', artist],
    ['TALB', album],
    ['TCON', genre],
    ['TYER', year],
  ].flatMap(([name, text]) => (text ? [frame(name, text)] : []));
  if (comment) frames.push(Buffer.concat([...commentFrame(comment)]));
  const content = Buffer.concat(frames);
  const size = Buffer.from([21, 14, 7, 0].map((shift) => (content.length >> shift) & 127));
  const head = Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), size]);
  return Buffer.concat([head, content, ...Array.from({ length: 12 }, () => FRAME)]);
}

function commentFrame(comment) {
  const body = Buffer.concat([Buffer.from([1]), Buffer.from('eng'), Buffer.from([0xff, 0xfe, 0, 0]), utf16(comment)]);
  return [Buffer.from('COMM'), big32(body.length), Buffer.from([0, 0]), body];
}

/** A FLAC without frames: its description and its Vorbis comments. */
export function flac({ title, artist, album, genre, year, comment }) {
  const description = Buffer.alloc(34);
  description.writeUInt16BE(4096, 0);
  description.writeUInt16BE(4096, 2);
  description.writeUInt32BE(((44_100 << 12) | (1 << 9) | (15 << 4)) >>> 0, 10);
  description.writeUInt32BE(44_100 * 180, 14);
  const text = (content) => Buffer.concat([little32(Buffer.byteLength(content)), Buffer.from(content)]);
  const tags = Object.entries({
    TITLE: title,
    ARTIST: artist,
    ALBUM: album,
    GENRE: genre,
    DATE: year,
    DESCRIPTION: comment,
  })
    .filter(([, value]) => value)
    .map(([name, value]) => text(`${name}=${value}`));
  const comments = Buffer.concat([text('reference encoder'), little32(tags.length), ...tags]);
  const block = (type, content) => Buffer.concat([big32(((type << 24) | content.length) >>> 0), content]);
  return Buffer.concat([Buffer.from('fLaC'), block(0, description), block(0x84, comments), Buffer.alloc(64)]);
}

const utf16 = (text) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
