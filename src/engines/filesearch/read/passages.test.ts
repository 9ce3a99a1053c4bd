import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { TimeBudget } from '../../../lib/time-budget.ts';
import { OVERLAP, readLarge, readSmall, WINDOW } from './passages.ts';

const folder = mkdtempSync(join(tmpdir(), 'quartet-passages-'));
afterAll(() => rmSync(folder, { recursive: true }));
const budget = new TimeBudget(new Int32Array(1), 60_000);

async function parts(content: string | Buffer, largest = Number.MAX_SAFE_INTEGER) {
  const file = join(folder, 'file');
  writeFileSync(file, content);
  const texts: string[] = [];
  const end = await readLarge(file, budget, largest, ({ text }) => {
    texts.push(text);
    return false;
  });
  return { texts, end };
}

describe('a large file', () => {
  it('R60 is read in windows that overlap', async () => {
    const content = Array.from({ length: 400_000 }, (_, at) => `${at}`).join(' ');
    const { texts, end } = await parts(content);
    expect(end).toBe('done');
    expect(texts.every(({ length }) => length <= WINDOW)).toBe(true);
    expect(texts.map((text, at) => (at === 0 ? text : text.slice(OVERLAP))).join('')).toBe(content);
  });

  it('R60 is read up to a limit, and says so', async () => {
    expect((await parts('x'.repeat(3 * WINDOW), WINDOW)).end).toBe('beyond');
  });

  it.each(['é', '日', '🙂'])('R34 does not break %s at the border of a window', async (char) => {
    const { texts } = await parts(`x${char.repeat(WINDOW)}`);
    expect(texts.every((text) => !text.includes('\ufffd') && !text.includes('Ã'))).toBe(true);
  });

  it('R34 can be UTF-16', async () => {
    const { texts } = await parts(Buffer.from(`\ufeff${'日'.repeat(WINDOW)}`, 'utf16le'));
    expect(texts.join('').replaceAll('日', '')).toBe('\ufeff');
  });

  it('is not read when it is binary', async () => {
    expect(await parts(Buffer.alloc(2 * WINDOW))).toEqual({ texts: [], end: 'done' });
  });
});

describe('a small file', () => {
  it('says when it is gone, or has become large', () => {
    expect(readSmall(join(folder, 'none'), 1)).toBe('gone');
    writeFileSync(join(folder, 'grown'), 'x'.repeat(WINDOW));
    expect(readSmall(join(folder, 'grown'), 1)).toBe('large');
  });

  it('is whole when it takes more than one read', () => {
    const text = Array.from({ length: 30_000 }, (_, at) => `${at}`).join(' ');
    writeFileSync(join(folder, 'longer'), text);
    for (const size of [-1, text.length]) {
      const read = readSmall(join(folder, 'longer'), size);
      expect(typeof read === 'object' && read.bytes.toString()).toBe(text);
    }
  });

  it('is told to be binary by its beginning, however large it is', () => {
    writeFileSync(join(folder, 'film'), Buffer.alloc(2 * WINDOW));
    expect(readSmall(join(folder, 'film'), 1)).toBe('binary');
  });
});
