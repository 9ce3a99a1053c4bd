/** What the usual programs have packed: xz of one line about a wombat, zstd of 50 about a numbat, and a tar in xz with notes on a bilby. */
export const wombatXz = Buffer.from(
  '/Td6WFoAAATm1rRGAgAhARYAAAB0L+WjAQAYYSB3b21iYXQgd2FzIHBhY2tlZCBoZXJlCgAAAAA+Qy6rTDYglQABMRlZGrCCH7bzfQEAAAAABFla',
  'base64',
);

export const numbatZstd = Buffer.from(
  'KLUv/WQLBLUEALKEDhSgqwPR2/4lSTdUYaYlMqVY7EcVD/f////btm3bbdu2LUmSJAMWxCDcXSBRyJZxME2yoyxDlNFOWlAyIKCjkg60LHdhiyx3YYssd2GLLHdhiyx3YYssd2GLLHdhiyx3YYssd2GLLHdhLHKg5QyysAIWIdhyA12YAIsEbDmAtrC/XUQZiCADJXggAyV4IFtAxMIfA7N85kA=',
  'base64',
);

export const bilbyTarXz = Buffer.from(
  '/Td6WFoAAATm1rRGAgAhARwAAAAQz1jM4Cf/AI1dADoeAd6V4XBV4z1CMml63EiHhnGRdc32Bu4kE7RGO717/WRpGz0nETzL9rXMAcWvpSikxv7oDihmczMf469e0zmpnlWmpuTA2DFrNPaMeH3KhUh0CFDNHgLyvjU4eVpXAJ1njW4FEiL8XObuXpQXvzbW1eCMDqy1OGI9eTvHZ+E5eHflBTvIBFLGhiKEAAAAAACKmrKjn3WWEgABqQGAUAAAwCXDQbHEZ/sCAAAAAARZWg==',
  'base64',
);

export interface TarMember {
  readonly name: string;
  readonly content?: string | Uint8Array;
  readonly type?: string;
  /** The size that the archive claims, as it is written there. */
  readonly claims?: string;
}

/** A tar archive of these members; names of more than 100 bytes as GNU writes them. */
export function tar(members: readonly TarMember[]): Buffer {
  const parts = members.flatMap(({ name, content = '', type = '0', claims }): Buffer[] => {
    const bytes = Buffer.from(content);
    const isLong = Buffer.byteLength(name) > 100;
    const before = isLong ? [tar([{ name: '././@LongLink', content: `${name}\0`, type: 'L' }]).subarray(0, -1024)] : [];
    const header = Buffer.alloc(512);
    header.write(name.slice(0, 100), 0);
    header.write(claims ?? bytes.length.toString(8).padStart(11, '0'), 124);
    header.write(type, 156);
    header.write('ustar\x0000', 257, 'latin1');
    return [...before, header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

/** A zstd frame without an end to its content: each block says four bytes that mean 128 KiB of one letter. */
export function zstdBomb(blocks: number): Buffer {
  const block = Buffer.from([0, 0, 0, 0x61]);
  block.writeUIntLE((1 << 1) | ((128 * 1024) << 3), 0, 3);
  return Buffer.concat([
    Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x58]),
    ...Array.from({ length: blocks }, () => block),
  ]);
}
