import { expect, it } from 'vitest';
import { isOfKind } from '../src/console/pages/files/kinds.ts';
import { contentType, KIND_EXTENSIONS, kindName } from '../src/engines/filesearch/types/content-type.ts';
import { kinds } from '../src/engines/filesearch/types/kind.ts';
import { headHasKind } from '../src/engines/filesearch/types/kinds.ts';

const ascii = (text: string) => Buffer.from(text, 'latin1');
const transportStream = Buffer.alloc(4096).map((_, at) => (at % 188 === 0 ? 0x47 : 0));
const HEADS = {
  text: ascii('just some words\n'),
  script: ascii('#!/bin/sh\necho\n'),
  html: ascii('<!doctype html><title>x</title>'),
  pdf: ascii('%PDF-1.4\n'),
  png: ascii('\x89PNG\r\n\x1a\n'),
  zip: ascii('PK\x03\x04'),
  wav: ascii('RIFF\0\0\0\0WAVEfmt '),
  mp4: ascii('\0\0\0\x18ftypmp42'),
  xml: ascii('<?xml version="1.0"?><a/>'),
  svg: ascii('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  rtf: ascii('{\\rtf1 x}'),
  postscript: ascii('%!PS-Adobe-3.0'),
  audiobook: ascii('\0\0\0\x18ftypM4B '),
  stream: transportStream,
  binary: ascii('\0\x01\x02'),
};

const NAMES = [
  ...new Set(kinds.flatMap((kind) => [...KIND_EXTENSIONS[kind]])),
  ...['exe', 'json', 'toml', 'xyz', 'zip', 'ini'],
].map((extension) => `a.${extension.toUpperCase()}`);

it('the page takes a file for the kinds that the server takes it for', () => {
  const wrong: string[] = [];
  for (const name of [...NAMES, 'README', 'Makefile', 'CMakeLists.txt', '.profile', 'odd.']) {
    for (const [what, head] of Object.entries(HEADS)) {
      const type = kindName(contentType(name, head));
      for (const kind of kinds) {
        if (isOfKind(name, type, kind) !== headHasKind(name, head, kind)) wrong.push(`${name}, ${what}: ${kind}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});
