import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentType, contentTypeTree, KIND_EXTENSIONS, kindName, typeNeedsHead } from './content-type.ts';
import { type Kind, kindOf, kinds } from './kind.ts';
import { headHasKind, nameHasKind } from './kinds.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const transportStream = (offset: number) => {
  const head = Buffer.alloc(4096, 1);
  for (let at = offset; at < head.length; at += offset === 0 ? 188 : 192) head[at] = 0x47;
  return head;
};
const kindsOf = (name: string, head = bytes('')) => kinds.filter((kind) => headHasKind(name, head, kind));

describe('R38: kinds', () => {
  it('R38: are written in any case', () => {
    expect(['image', 'IMAGE', 'Pdf'].map(kindOf)).toEqual(['image', 'image', 'pdf']);
    for (const word of ['', 'images', ' image', 'constructor', 'document ']) expect(kindOf(word)).toBeUndefined();
  });

  it('R38: every type that conforms is meant: what the tables call an image is an image by its type', () => {
    const roots = {
      image: 'public.image',
      video: 'public.movie',
      audio: 'public.audio',
      pdf: 'com.adobe.pdf',
      code: 'public.source-code',
    };
    for (const [kind, root] of Object.entries(roots)) {
      for (const extension of KIND_EXTENSIONS[kind as Kind]) {
        expect(contentTypeTree(contentType(`x.${extension}`)), extension).toContain(root);
      }
    }
  });
});

describe('R39: extensions', () => {
  it.each<[string, Kind[]]>([
    ['photo.JPG', ['image']],
    ['scan.CR2', ['image']],
    ['logo.svg', ['image']],
    ['film.mkv', ['video']],
    ['film.m2ts', ['video']],
    ['song.flac', ['audio']],
    ['paper.pdf', ['document', 'pdf']],
    ['main.rs', ['code']],
    ['vector.h', ['code']],
    ['class.m', ['code']],
    ['notes.md', ['document']],
    ['table.csv', ['document']],
    ['letter.docx', ['document']],
    ['page.html', ['document']],
    ['archive.tar.gz', []],
    ['data.bin', []],
    ['two.pdf.txt', ['document']],
    ['Makefile', ['code']],
    ['GNUmakefile', ['code']],
    ['CMakeLists.txt', ['document', 'code']],
    ['Dockerfile', ['code']],
    ['Jenkinsfile', ['code']],
    ['Rakefile', ['code']],
    ['Gemfile', ['code']],
  ])('R39: %s is %j by its name', (name, expected) => {
    expect(kinds.filter((kind) => nameHasKind(name, kind) === true)).toEqual(expected);
    expect(kindsOf(name)).toEqual(expected);
  });

  it('R39: no table holds an empty word', () => {
    for (const kind of kinds) expect([...KIND_EXTENSIONS[kind]].every((word) => /^[a-z0-9]+$/.test(word))).toBe(true);
  });

  it('R39: a script without extension is code by its first line', () => {
    for (const line of ['#!/bin/sh\n', '#!/usr/bin/env python3\n', '#!/usr/bin/env -S node --x\n', '#!/opt/odd\n']) {
      expect(kindsOf('run', bytes(line)), line).toEqual(['code']);
    }
  });

  it('for any name and bytes: the name decides, or the bytes do, and never otherwise', () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 12 });
    fc.assert(
      fc.property(name, fc.uint8Array({ maxLength: 300 }), fc.constantFrom(...kinds), (given, head, kind) => {
        const byName = nameHasKind(given, kind);
        const byHead = headHasKind(given, head, kind);
        return typeof byHead === 'boolean' && (byName === 'look' || byName === byHead);
      }),
    );
  });
});

describe('R40: extensions that mean two things', () => {
  it.each(['x.ts', 'x.mts'])('R40: %s is TypeScript unless the bytes are a transport stream', (name) => {
    expect(nameHasKind(name, 'code')).toBe('look');
    expect(nameHasKind(name, 'video')).toBe('look');
    expect(nameHasKind(name, 'image')).toBe(false);
    expect(kindsOf(name, bytes('export const x = 1;'))).toEqual(['code']);
    expect(kindsOf(name, bytes(''))).toEqual(['code']);
    expect(kindsOf(name, bytes('G is for TypeScript'))).toEqual(['code']);
    for (const offset of [0, 4]) expect(kindsOf(name, transportStream(offset))).toEqual(['video']);
    expect(contentType(name, transportStream(4))).toBe('public.mpeg-2-transport-stream');
    expect(contentType(name, bytes('x'))).toBe('com.microsoft.typescript');
  });

  it('R40: .key is a presentation only if it is a ZIP', () => {
    expect(nameHasKind('talk.key', 'document')).toBe('look');
    expect(nameHasKind('talk.key', 'code')).toBe(false);
    expect(kindsOf('talk.key', bytes('PK\x03\x04…'))).toEqual(['document']);
    expect(kindsOf('server.key', bytes('-----BEGIN PRIVATE KEY-----'))).toEqual([]);
    expect(contentType('talk.key', bytes('PK\x03\x04'))).toBe('com.apple.iwork.keynote.sffkey');
    expect(contentType('server.key', bytes('-----BEGIN'))).toBe('public.data');
  });
});

describe('R41: files without an extension, by their first bytes', () => {
  const zip = (rest: string) => `PK\x03\x04${'\0'.repeat(26)}${rest}`;
  it.each<[string, string, string, Kind[]]>([
    ['PDF', '%PDF-1.7\n', 'com.adobe.pdf', ['document', 'pdf']],
    ['PNG', '\x89PNG\r\n\x1a\n\0\0', 'public.png', ['image']],
    ['JPEG', '\xff\xd8\xff\xe0\0', 'public.jpeg', ['image']],
    ['GIF', 'GIF89a\x01\0', 'com.compuserve.gif', ['image']],
    ['TIFF', 'II*\0\x08\0', 'public.tiff', ['image']],
    ['BMP', 'BM\x10\0\0\0\0\0\0\0', 'com.microsoft.bmp', ['image']],
    ['WAVE', 'RIFF\x10\0\0\0WAVEfmt ', 'com.microsoft.waveform-audio', ['audio']],
    ['WebP', 'RIFF\x10\0\0\0WEBPVP8 ', 'org.webmproject.webp', ['image']],
    ['AVI', 'RIFF\x10\0\0\0AVI LIST', 'public.avi', ['video']],
    ['ID3', 'ID3\x04\0', 'public.mp3', ['audio']],
    ['MPEG audio', '\xff\xfb\x90\x64\0', 'public.mp3', ['audio']],
    ['AAC', '\xff\xf1\x50\x80', 'public.aac-audio', ['audio']],
    ['FLAC', 'fLaC\0\0', 'org.xiph.flac', ['audio']],
    ['Ogg', 'OggS\0\x02\x01vorbis', 'org.xiph.ogg', ['audio']],
    ['Opus', 'OggS\0\x02OpusHead', 'org.xiph.opus', ['audio']],
    ['Theora', 'OggS\0\x02\x80theora', 'org.xiph.ogv', ['video']],
    ['MP4', '\0\0\0\x18ftypisom', 'public.mpeg-4', ['video']],
    ['QuickTime', '\0\0\0\x18ftypqt  ', 'com.apple.quicktime-movie', ['video']],
    ['M4A', '\0\0\0\x18ftypM4A ', 'com.apple.m4a-audio', ['audio']],
    ['HEIC', '\0\0\0\x18ftypheic', 'public.heic', ['image']],
    ['AVIF', '\0\0\0\x18ftypavif', 'public.avif', ['image']],
    ['Matroska', '\x1aE\xdf\xa3\x01matroska', 'org.matroska.mkv', ['video']],
    ['WebM', '\x1aE\xdf\xa3\x01\x42\x82webm', 'org.webmproject.webm', ['video']],
    [
      'Word',
      zip('[Content_Types].xml…word/document.xml'),
      'org.openxmlformats.wordprocessingml.document',
      ['document'],
    ],
    ['Excel', zip('[Content_Types].xml…xl/workbook.xml'), 'org.openxmlformats.spreadsheetml.sheet', ['document']],
    [
      'OpenDocument',
      zip('mimetypeapplication/vnd.oasis.opendocument.text'),
      'org.oasis-open.opendocument.text',
      ['document'],
    ],
    ['EPUB', zip('mimetypeapplication/epub+zip'), 'org.idpf.epub-container', ['document']],
    ['plain ZIP', zip('a.txt'), 'public.zip-archive', []],
    ['a ZIP of words', zip('word/list.txt'), 'public.zip-archive', []],
    ['shell script', '#!/bin/bash\n', 'public.shell-script', ['code']],
    ['Python script', '#!/usr/bin/env python3\n', 'public.python-script', ['code']],
    ['HTML', '\n<!DOCTYPE html><p>', 'public.html', ['document']],
    ['SVG', '<?xml version="1.0"?>\n<svg xmlns="x">', 'public.svg-image', ['image']],
    ['RTF', '{\\rtf1 x}', 'public.rtf', ['document']],
    ['text', 'Dear Ada,\n\tyours', 'public.plain-text', ['document']],
    ['UTF-16 text', '\xff\xfeA\0d\0a\0', 'public.plain-text', ['document']],
    ['UTF-8 text', 'caf\xc3\xa9', 'public.plain-text', ['document']],
    ['other bytes', '\x7fELF\x02\x01\x01\0', 'public.data', []],
    ['nothing', '', 'public.data', []],
  ])('R41: %s', (_, head, type, expected) => {
    for (const name of ['file', '.hidden', 'odd.']) {
      expect(typeNeedsHead(name)).toBe(true);
      expect(contentType(name, bytes(head))).toBe(type);
      expect(kindsOf(name, bytes(head))).toEqual(expected);
    }
  });

  it('R41: only the first 4 KiB count', () => {
    expect(contentType('x', Buffer.concat([Buffer.alloc(4096, 'a'), Buffer.alloc(10)]))).toBe('public.plain-text');
  });
});

describe('R42: types', () => {
  it.each([
    ['txt', 'public.plain-text'],
    ['md', 'net.daringfireball.markdown'],
    ['html', 'public.html'],
    ['rtf', 'public.rtf'],
    ['csv', 'public.comma-separated-values-text'],
    ['json', 'public.json'],
    ['xml', 'public.xml'],
    ['png', 'public.png'],
    ['jpg', 'public.jpeg'],
    ['gif', 'com.compuserve.gif'],
    ['tiff', 'public.tiff'],
    ['webp', 'org.webmproject.webp'],
    ['heic', 'public.heic'],
    ['svg', 'public.svg-image'],
    ['mp4', 'public.mpeg-4'],
    ['mov', 'com.apple.quicktime-movie'],
    ['avi', 'public.avi'],
    ['mp3', 'public.mp3'],
    ['m4a', 'com.apple.m4a-audio'],
    ['wav', 'com.microsoft.waveform-audio'],
    ['flac', 'org.xiph.flac'],
    ['pdf', 'com.adobe.pdf'],
    ['docx', 'org.openxmlformats.wordprocessingml.document'],
    ['xlsx', 'org.openxmlformats.spreadsheetml.sheet'],
    ['pptx', 'org.openxmlformats.presentationml.presentation'],
    ['zip', 'public.zip-archive'],
    ['c', 'public.c-source'],
    ['cpp', 'public.c-plus-plus-source'],
    ['h', 'public.c-header'],
    ['py', 'public.python-script'],
    ['js', 'com.netscape.javascript-source'],
    ['sh', 'public.shell-script'],
    ['swift', 'public.swift-source'],
    ['java', 'com.sun.java-source'],
    ['nim', 'public.source-code'],
    ['zzz', 'public.data'],
  ])('R42: .%s is %s', (extension, type) => {
    expect(contentType(`x.${extension}`)).toBe(type);
    expect(contentType(`X.${extension.toUpperCase()}`)).toBe(type);
  });

  it('R42: the tree goes from the type up to public.item', () => {
    expect(contentTypeTree('public.png')).toEqual([
      'public.png',
      'public.image',
      'public.data',
      'public.item',
      'public.content',
    ]);
    expect(contentTypeTree('public.folder')).toEqual(['public.folder', 'public.directory', 'public.item']);
    expect(contentTypeTree('public.python-script')).toContain('public.source-code');
    for (const kind of kinds) {
      for (const extension of KIND_EXTENSIONS[kind]) {
        const type = contentType(`x.${extension}`, bytes('PK\x03\x04'));
        expect(contentTypeTree(type), extension).toContain('public.item');
        expect(type, extension).not.toBe('public.data');
      }
    }
  });

  it('R42: people have names for them', () => {
    expect(
      ['com.adobe.pdf', 'public.png', 'public.folder', 'public.plain-text', 'dyn.unheard-of'].map(kindName),
    ).toEqual(['PDF document', 'PNG image', 'Folder', 'Plain text document', 'Data']);
  });
});
