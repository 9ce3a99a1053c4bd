import { deflateRawSync, gzipSync } from 'node:zlib';

/** A zip archive of `[name, content]` pairs; a name that begins with `=` is kept as it is, not deflated. */
export function zip(members) {
  const locals = [];
  const directory = [];
  let offset = 0;
  for (const [label, content] of members) {
    const isStored = label.startsWith('=');
    const name = Buffer.from(isStored ? label.slice(1) : label);
    const plain = Buffer.from(content);
    const packed = isStored ? plain : deflateRawSync(plain);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(isStored ? 0 : 8, 4);
    common.writeUInt16LE(0x5a21, 8);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(plain.length, 18);
    common.writeUInt16LE(name.length, 22);
    const where = Buffer.alloc(14);
    where.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, where, name);
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), common, name, packed);
    offset += 4 + common.length + name.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}

const BLOCK = 512;

/** A tar archive of `[name, content]` pairs. */
export function tar(members) {
  const parts = members.flatMap(([name, content]) => {
    const body = Buffer.from(content);
    const head = Buffer.alloc(BLOCK);
    head.write(name, 0, 100);
    head.write('0000644\0', 100);
    head.write('0001750\0', 108);
    head.write('0001750\0', 116);
    head.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124);
    head.write('14703410000\0', 136);
    head.write('        0', 148);
    head.write('ustar\x0000', 257);
    const sum = head.reduce((total, byte) => total + byte, 0);
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [head, body, Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

export const gzip = (content) => gzipSync(Buffer.from(content));

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** The first versions of Node 20 have none. */
function crc32(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = TABLE[(value ^ byte) & 255] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
