import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../match/fold.ts';
import { gramsOf } from './grams.ts';
import { Signatures } from './signature.ts';

function sign(signatures: Signatures, text: string): number {
  const bytes = Buffer.from(text, 'utf8');
  signatures.begin(bytes.length);
  signatures.add(bytes, 0, bytes.length);
  return signatures.end();
}

function words(count: number): string {
  return Array.from({ length: count }, (_, at) => `w${((at + 1) * 7919) % 99991}`).join(' ');
}

describe('signatures', () => {
  it('hold every part of their text', () => {
    const signatures = new Signatures();
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.nat(), fc.nat(12), (given, at, length) => {
        const text = fold(given);
        const start = at % (text.length + 1);
        const part = Buffer.from(text.slice(start, start + length)).toString();
        fc.pre(text.includes(part));
        expect(signatures.mayHold(sign(signatures, text), gramsOf(part))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('hold what is written in capitals and with more white space', () => {
    const signatures = new Signatures();
    expect(signatures.mayHold(sign(signatures, 'The \r\n\t QUICK'), gramsOf('the quick'))).toBe(true);
  });

  it('are the same in another process, those of small texts and of large ones', () => {
    const [one, other] = [new Signatures(), new Signatures()];
    const texts = Array.from({ length: 12 }, (_, at) => `${'the fox '.repeat(at)} ${words(4 ** at / 8)}`);
    const signed = texts.map((text) => sign(one, text));
    expect(signed.map((signature) => one.slot(signature) === undefined)).toContain(true);
    for (const [at, signature] of signed.entries()) {
      const kept = Uint32Array.of(7, ...one.words(signature));
      expect(one.length(signature)).toBe(kept.length - 1);
      const adopted = other.adopt(kept, 1) as number;
      expect(other.words(adopted)).toEqual(one.words(signature));
      const asked = ['fox', 'w12 w24', `${at}`, 'xylophonist'].map(gramsOf);
      expect(asked.map((each) => other.mayHold(adopted, each))).toEqual(
        asked.map((each) => one.mayHold(signature, each)),
      );
      other.forget(adopted);
    }
    expect(other.bytes).toBe(0);
  });

  it('tell most texts apart, in little room that is used again', () => {
    const signatures = new Signatures();
    const text = (seed: number) =>
      Array.from({ length: 1500 }, (_, at) => `w${((at + 1) * (seed + 7) * 7919) % 9973}`).join(' ');
    const signed = Array.from({ length: 200 }, (_, seed) => sign(signatures, text(seed)));
    const size = Array.from({ length: 200 }, (_, seed) => text(seed).length).reduce((sum, length) => sum + length);
    expect(signatures.bytes).toBeLessThan(size / 4);
    const wrong = signed.filter((signature) => signatures.mayHold(signature, gramsOf('xylophonist'))).length;
    expect(wrong).toBeLessThan(20);
    const before = signatures.bytes;
    for (const signature of signed) signatures.forget(signature);
    expect(signatures.bytes).toBe(0);
    Array.from({ length: 200 }, (_, seed) => sign(signatures, text(seed)));
    expect(signatures.bytes).toBe(before);
  });
});
