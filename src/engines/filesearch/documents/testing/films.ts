function atom(name: string | number, ...content: readonly (Buffer | string)[]): Buffer {
  const inside = Buffer.concat(content.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(inside.length + 8, 0);
  if (typeof name === 'string') head.write(name, 4, 'latin1');
  else head.writeUInt32BE(name, 4);
  return Buffer.concat([head, inside]);
}

const data = (text: string) => atom('data', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]), text);
const start = atom('ftyp', 'M4A \0\0\0\0isom');
// Media before the head, and more than is read at once.
const media = atom('mdat', Buffer.alloc(200_000, 1));

/** An MP4 with these tags, as music programs write them. */
export function taggedMp4(tags: Readonly<Record<string, string>>): Buffer {
  const items = Object.entries(tags).map(([name, text]) => atom(name, data(text)));
  const meta = atom('meta', Buffer.alloc(4), atom('hdlr', Buffer.alloc(24)), atom('ilst', ...items));
  return Buffer.concat([start, media, atom('moov', atom('mvhd', Buffer.alloc(100)), atom('udta', meta))]);
}

/** A film with these tags, as phones write them: names in a list, values by their numbers. */
export function keyedMov(tags: Readonly<Record<string, string>>): Buffer {
  const count = Buffer.alloc(8);
  count.writeUInt32BE(Object.keys(tags).length, 4);
  const keys = Object.keys(tags).map((name) => {
    const head = Buffer.from('\0\0\0\0mdta', 'latin1');
    head.writeUInt32BE(8 + name.length, 0);
    return Buffer.concat([head, Buffer.from(name)]);
  });
  const items = Object.values(tags).map((text, index) => atom(index + 1, data(text)));
  const meta = atom('meta', atom('hdlr', Buffer.alloc(24)), atom('keys', count, ...keys), atom('ilst', ...items));
  return Buffer.concat([start, media, atom('moov', meta)]);
}

/** Opus without sound: a page with its head, a page with its comments. */
export function opus(comments: readonly string[]): Buffer {
  const text = (content: string) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(Buffer.byteLength(content));
    return Buffer.concat([size, Buffer.from(content)]);
  };
  const count = Buffer.alloc(4);
  count.writeUInt32LE(comments.length);
  const page = (content: Buffer) => {
    const head = Buffer.alloc(28);
    head.write('OggS', 'latin1');
    head[26] = 1;
    head[27] = content.length;
    return Buffer.concat([head, content]);
  };
  const tags = Buffer.concat([Buffer.from('OpusTags'), text('vendor'), count, ...comments.map(text)]);
  return Buffer.concat([page(Buffer.from('OpusHead\x01\x02')), page(tags), Buffer.alloc(1000)]);
}
