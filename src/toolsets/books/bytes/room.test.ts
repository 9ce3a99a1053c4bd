import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bundle } from '../../../../test/support/books-bundle.ts';
import { MOST_ON_A_PAGE, room, scanOf, slowScan } from './room.ts';

const byte = fc.constantFrom(0, 0x0a, 0x61, 0x62, 0xff);
const bytes = (minLength: number, maxLength: number) =>
  fc.array(byte, { minLength, maxLength, size: 'max' }).map((all) => Buffer.from(all));

test('what looks through pages is what its source says', () => {
  execFileSync(process.execPath, ['scripts/wat.js', '--check']);
});

test.each([
  ['fast', scanOf],
  ['slow', slowScan],
])('for any page, a %s scan finds and counts as one byte after the other does', (_, scan) => {
  fc.assert(
    fc.property(
      bytes(0, 120),
      fc.array(bytes(1, 20), { minLength: 1, maxLength: 3 }),
      fc.nat(130),
      (page, some, from) => {
        const needles = [...some, page.subarray(from, from + 5)].filter(({ length }) => length > 0);
        const { find, countLines } = scan(page, needles);
        needles.forEach((needle, index) => {
          expect(find(index, from)).toBe(from > page.length ? -1 : page.indexOf(needle, from));
        });
        expect(countLines(0, Math.min(from, page.length))).toBe(
          page.subarray(0, from).filter((one) => one === 0x0a).length,
        );
      },
    ),
    { numRuns: 3000 },
  );
});

test('a full page is searched to its end, and nothing behind it', () => {
  const page = Buffer.alloc(MOST_ON_A_PAGE + 1, 'x');
  page.write('needle', page.length - 6);
  room().fill('needle');
  expect(scanOf(page, [Buffer.from('needle')]).find(0, 0)).toBe(page.length - 6);
  expect(scanOf(page.subarray(0, -1), [Buffer.from('needle')]).find(0, 0)).toBe(-1);
});

test('what has no room is searched all the same', () => {
  const page = Buffer.alloc(3 * MOST_ON_A_PAGE, 'x\n');
  page.write('needle', page.length - 7);
  const { find, countLines } = scanOf(page, [Buffer.from('needle'), Buffer.from('nothing')]);
  expect([find(0, 0), find(1, 0), countLines(0, 100_000)]).toEqual([page.length - 7, -1, 50_000]);
  const long = Buffer.alloc(100_000, 'y');
  expect(scanOf(Buffer.concat([Buffer.from('x'), long]), [long]).find(0, 0)).toBe(1);
});

test('an engine that cannot run it searches all the same', async () => {
  const { folder, program } = await bundle('src/toolsets/books/bytes/room.ts');
  const script = `const { room, scanOf } = await import(${JSON.stringify(pathToFileURL(program).href)});
    room().write('one two\\n');
    const { find, countLines } = scanOf(room().subarray(0, 8), [Buffer.from('two')]);
    console.log(typeof WebAssembly, find(0, 0), find(0, 5), countLines(0, 8));`;
  const said = execFileSync(process.execPath, ['--no-expose-wasm', '--input-type=module', '-e', script]);
  expect(String(said)).toBe('undefined 4 -1 1\n');
  rmSync(folder, { recursive: true });
});
