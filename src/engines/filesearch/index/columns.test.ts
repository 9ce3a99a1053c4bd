import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasLetters, lettersOf } from '../match/letters.ts';
import { Columns } from './columns.ts';
import { Directory, FileEntry, StatTable, TEXTLESS, UNSIGNABLE, UNSIGNED } from './entries.ts';
import { gramsOf } from './grams.ts';
import { Signatures } from './signature.ts';

const word = fc.constantFrom('red', 'green', 'redder', 'привет', 'x', '日本', 'ab12');
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
// Two scopes: what the other one does must not show in this one.
const step = fc.record({
  scope: fc.nat(1),
  file: fc.nat(40),
  text: fc.oneof(text, fc.constantFrom(UNSIGNED, TEXTLESS, UNSIGNABLE)),
});
const names = fc.array(fc.tuple(word, word), { minLength: 41, maxLength: 41 });

function sign(signatures: Signatures, bytes: Buffer): number {
  signatures.begin(bytes.length);
  signatures.add(bytes, 0, bytes.length);
  return signatures.end();
}

it('say of each file what it says itself, whatever has changed since the last search', () => {
  fc.assert(
    fc.property(
      names,
      fc.array(step, { maxLength: 60 }),
      fc.array(word, { minLength: 1, maxLength: 3 }),
      (...given) => {
        const [called, steps, asked] = given;
        const signatures = new Signatures();
        const scopes = ['/a', '/b'].map((path) => {
          const directory = new Directory(path, undefined, new StatTable());
          return called.map(([one, other]) => new FileEntry(directory, `${one}-${other}`));
        });
        const wanted = asked.map((each, at) => ({
          bit: 1 << at,
          root: gramsOf(each.slice(0, 3)),
          forms: [gramsOf(each), gramsOf(`${each}s`)],
        }));
        const letters = asked.map((each, at) => ({ wanted: lettersOf(each), butFor: at }));
        const check = (entries: readonly FileEntry[]) => {
          const columns = Columns.of(entries, signatures);
          const holds = (signature: number, list: Int32Array) =>
            signature < 0 ? signature !== TEXTLESS : signatures.mayHold(signature, list);
          const marks = entries.map(({ signature }) =>
            wanted.reduce((bits, { bit, root, forms }) => {
              const isThere = holds(signature, root) && forms.some((form) => holds(signature, form));
              return isThere ? bits | bit : bits;
            }, 0),
          );
          expect([...columns.marked(wanted)]).toEqual(marks);
          const named = entries.flatMap((entry, place) =>
            letters.some((each) => hasLetters(entry.letters, each.wanted, each.butFor)) ? [place] : [],
          );
          expect(columns.named(letters)).toEqual(named);
        };
        steps.forEach(({ scope, file, text: content }, at) => {
          const entry = scopes[scope]?.[file] as FileEntry;
          if (entry.signature >= 0) signatures.forget(entry.signature);
          entry.signature = typeof content === 'number' ? content : sign(signatures, Buffer.from(content.repeat(file)));
          if (at % 5 === 0) check(scopes[0] as FileEntry[]);
        });
        for (const entries of scopes) check(entries);
      },
    ),
    { numRuns: 200 },
  );
});
