import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codeOf, isAbsence } from './errno.ts';

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test('an error of the system has its code, anything else none', () => {
  expect(codeOf(thrownBy(() => readFileSync('/no such file')))).toBe('ENOENT');
  expect(
    [new Error('x'), Object.assign(new Error('x'), { code: 7 }), { code: 'ENOENT' }, undefined].map(codeOf),
  ).toEqual(['', '', '', '']);
});

test('nothing at a path is absence, whether the file or a folder on the way is missing', () => {
  expect(isAbsence(thrownBy(() => readFileSync('/no such file')))).toBe(true);
  expect(isAbsence(thrownBy(() => readFileSync(`${import.meta.filename}/below`)))).toBe(true);
  expect(isAbsence(thrownBy(() => readFileSync(import.meta.dirname)))).toBe(false);
});
