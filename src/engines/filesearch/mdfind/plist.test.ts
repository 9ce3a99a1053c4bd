import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePlist } from './plist.ts';

const plist = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">${content}</plist>`;
const attribute = (value: string) => parsePlist(plist(`<dict>\n\t<key>a</key>\n\t${value}\n</dict>\n`)).a;

test('R22: values come as attributes show them', () => {
  expect(attribute('<string>x &amp; y &lt;é&gt;</string>')).toBe('x & y <é>');
  expect(attribute('<string></string>')).toBe('');
  expect(attribute('<integer>12</integer>')).toBe(12);
  expect(attribute('<real>-1.5</real>')).toBe(-1.5);
  expect(attribute('<true/>')).toBe(1);
  expect(attribute('<false/>')).toBe(0);
  expect(attribute('<date>2024-05-06T07:08:09Z</date>')).toBe('2024-05-06T07:08:09Z');
  expect(attribute('<array><string>a</string><array/><dict><key>k</key><integer>1</integer></dict></array>')).toEqual([
    'a',
    [],
    { k: 1 },
  ]);
});

test('R22: what cannot be shown is left out, and a list that holds it is left out whole', () => {
  for (const value of ['<data>AAAA</data>', '<real>nan</real>', '<real>+infinity</real>', '<integer></integer>']) {
    expect(attribute(value), value).toBeUndefined();
    expect(attribute(`<array><string>a</string>${value}</array>`), value).toBeUndefined();
    expect(attribute(`<dict><key>k</key><array>${value}</array></dict>`), value).toBeUndefined();
    expect(parsePlist(plist(`<dict><key>a</key>${value}<key>b</key><string>c</string></dict>`))).toEqual({ b: 'c' });
  }
});

test('names of the language are names like any other', () => {
  expect(Object.keys(parsePlist(plist('<dict><key>__proto__</key><string>x</string></dict>')))).toEqual(['__proto__']);
});

test('what is no property list is refused, whatever it is', () => {
  for (const text of ['', 'x', plist(''), plist('<array/>'), plist('<string>x</string>'), plist('<dict>')]) {
    expect(() => parsePlist(text), text).toThrow('property list');
  }
  expect(() => parsePlist(plist('<array>'.repeat(1_000_000)))).toThrow('deeply');
});

test('any text comes back from a list that holds it', () => {
  const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(attribute(`<string>${escape(text)}</string>`)).toBe(text);
    }),
  );
});
