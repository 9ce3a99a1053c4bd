/** A JPEG of these application segments, without a picture. */
export function jpegOf(...segments: readonly (readonly [marker: number, content: Buffer | string])[]): Buffer {
  const parts = segments.map(([marker, content]) => {
    const bytes = Buffer.from(content);
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(bytes.length + 2, 2);
    return Buffer.concat([head, bytes]);
  });
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts, Buffer.from([0xff, 0xda, 0, 2, 0, 0xff, 0xd9])]);
}

/** XMP as a segment of a JPEG. */
export function xmpSegment(properties: string, attributes = ''): readonly [number, Buffer] {
  const packet = `<x:xmpmeta><rdf:RDF><rdf:Description ${attributes}>${properties}</rdf:Description></rdf:RDF></x:xmpmeta>`;
  return [0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${packet}`)];
}

/** IPTC as a segment of a JPEG: data sets by their numbers. */
export function iptcSegment(dataSets: readonly (readonly [number: number, text: string])[]): readonly [number, Buffer] {
  const sets = dataSets.map(([number, text]) => {
    const head = Buffer.from([0x1c, 2, number, 0, 0]);
    head.writeUInt16BE(Buffer.byteLength(text), 3);
    return Buffer.concat([head, Buffer.from(text)]);
  });
  const content = Buffer.concat(sets);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length);
  return [0xed, Buffer.concat([Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0', 'latin1'), size, content])];
}

/** A PNG of these chunks behind its header. */
export function pngOf(...chunks: readonly (readonly [name: string, content: Buffer | string])[]): Buffer {
  const chunk = ([name, content]: readonly [string, Buffer | string]) => {
    const bytes = Buffer.from(content);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(bytes.length);
    return Buffer.concat([size, Buffer.from(name), bytes, Buffer.alloc(4)]);
  };
  const all = [['IHDR', Buffer.alloc(13)] as const, ...chunks, ['IEND', ''] as const];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...all.map(chunk)]);
}

/** An MP3 with a tag of version 2.3 of these frames, in UTF-16, and a little noise. */
export function mp3(frames: Readonly<Record<string, string | Buffer>>): Buffer {
  const parts = Object.entries(frames).map(([name, content]) => {
    const isText = typeof content === 'string';
    const bytes = isText ? Buffer.concat([Buffer.from([1]), Buffer.from(`\ufeff${content}`, 'utf16le')]) : content;
    const head = Buffer.alloc(10);
    head.write(name, 'latin1');
    head.writeUInt32BE(bytes.length, 4);
    return Buffer.concat([head, bytes]);
  });
  const body = Buffer.concat(parts);
  const head = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1');
  for (let at = 0; at < 4; at++) head[6 + at] = (body.length >> (7 * (3 - at))) & 0x7f;
  return Buffer.concat([head, body, Buffer.alloc(400, Buffer.from([0xff, 0xfb, 0x90, 0]))]);
}

/** The old tag at the end of an MP3. */
export function oldMp3(title: string, artist: string, genre: number): Buffer {
  const tag = Buffer.alloc(128);
  tag.write('TAG');
  tag.write(title, 3, 'latin1');
  tag.write(artist, 33, 'latin1');
  tag[127] = genre;
  return Buffer.concat([Buffer.alloc(4000, Buffer.from([0xff, 0xfb, 0x90, 0])), tag]);
}
