import { deflateRawSync } from 'node:zlib';

export interface Member {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly stored?: boolean;
  readonly encrypted?: boolean;
  /** The size that the archive claims, when it lies. */
  readonly claims?: number;
}

/** A zip archive of these members, byte by byte as the format says. */
export function zip(members: readonly Member[], entryCount = members.length): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, stored = false, encrypted = false, claims } of members) {
    const plain = Buffer.from(content);
    const packed = stored ? plain : deflateRawSync(plain);
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(encrypted ? 0x801 : 0x800, 2);
    common.writeUInt16LE(stored ? 0 : 8, 4);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claims ?? plain.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), common, rest, path);
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entryCount, 8);
  end.writeUInt16LE(entryCount, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}
