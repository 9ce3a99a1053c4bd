import { expect, it } from 'vitest';
import { bytesOf, rasterType } from './raster-type.ts';

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

it.each([
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
  ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
  ['GIF89a\x01\0\x01\0', 'image/gif'],
  ['RIFF\x24\0\0\0WEBPVP8 ', 'image/webp'],
  ['\0\0\0\x1cftypavif\0\0', 'image/avif'],
  ['<svg xmlns="http://www.w3.org/2000/svg"><script>', undefined],
  ['<html><script>alert(1)</script>', undefined],
  ['AVI \x24\0\0\0WEBPVP8 ', undefined],
  ['%PDF-1.7', undefined],
  ['', undefined],
])('%j is %s', (start, type) => expect(rasterType(bytes(start))).toBe(type));

it('base64 becomes the bytes it stands for', () => {
  expect(Array.from(bytesOf('AAECf4D/'))).toEqual([0, 1, 2, 127, 128, 255]);
});
