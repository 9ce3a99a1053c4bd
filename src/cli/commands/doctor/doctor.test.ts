import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examine } from './doctor.ts';
import { broken, ok, type Probe, warning } from './finding.ts';
import { ENVIRONMENT, knownVariables } from './probes/environment.ts';
import { counts, inWords } from './report.ts';

const probe = (name: string, run: Probe['run']): Probe => ({ name, run });

it('a probe that throws or hangs costs only itself', async () => {
  const findings = await examine(
    {},
    [
      probe('throws', async () => {
        throw new Error('it is \u001b[31mon fire');
      }),
      probe('hangs', () => new Promise(() => {})),
      probe('works', async () => [ok('works', 'fine')]),
    ],
    20,
  );
  expect(findings).toMatchObject([
    { name: 'throws', state: 'broken', text: 'it is \\u001b[31mon fire' },
    { name: 'hangs', state: 'broken', text: 'there was no answer within 0.02 seconds' },
    { name: 'works', state: 'ok' },
  ]);
});

describe('the environment', () => {
  const look = (env: Record<string, string>) => ENVIRONMENT.run({ env, options: {} }, AbortSignal.abort());

  it('names variables that nothing reads, and what may have been meant; never a value', async () => {
    const findings = await look({
      QUARTET_BOOK_ROOT: 'SECRET',
      OJ_TOKEN: 'SECRET',
      PANAVERSITY_COLOUR: 'SECRET',
      HOME: '/',
    });
    expect(findings).toEqual([
      warning('Environment', 'QUARTET_BOOK_ROOT is set, but nothing reads it', 'Did you mean QUARTET_BOOKS_ROOT?'),
      warning('Environment', 'PANAVERSITY_COLOUR is set, but nothing reads it', 'Unset it.'),
      ok('Environment', 'set: OJ_TOKEN'),
    ]);
  });

  it('names values that make no sense', async () => {
    expect(await look({ QUARTET_TOOLSETS: 'nonsense' })).toMatchObject([{ state: 'broken' }, { state: 'ok' }]);
    expect(await look({ QUARTET_TIME_LIMIT: 'soon' })).toMatchObject([
      { state: 'broken', text: expect.stringContaining('--time-limit') },
      { state: 'ok' },
    ]);
  });

  it('knows every variable that the sources read', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|testing|console[\\/]|doctor[\\/]/.test(name))
      .map((name) => readFileSync(join('src', name), 'utf8'))
      .join('\n');
    const read = sources.match(/\b(?:QUARTET|PANAVERSITY|OJ)_[A-Z0-9_]*[A-Z0-9]\b/g) ?? [];
    const unknown = new Set(
      read.filter((name) => !knownVariables().includes(name) && !/^QUARTET_TEST_|^OJ_OPTIONS$/.test(name)),
    );
    expect([...unknown]).toEqual([]);
    expect(knownVariables().length).toBeGreaterThan(50);
  });
});

it('is a line each, with what to do below, as wide as the terminal', () => {
  const findings = [
    ok('Node.js', '22'),
    broken('Data folder', 'one two three four five six seven', 'Make room there, and soon.'),
  ];
  expect(inWords(findings, { columns: 42, colours: false, program: 'quartet' }).split('\n').slice(2)).toEqual([
    'ok       Node.js      22',
    'broken   Data folder  one two three four five six',
    '                      seven',
    '                      → Make room there, and soon.',
    '',
    '1 ok, 1 broken.',
    '',
  ]);
  expect(counts(findings)).toEqual({ ok: 1, warning: 0, broken: 1 });
  expect(inWords([ok('a', 'b')], { columns: 80, colours: true, program: 'quartet' })).toContain(
    '\u001b[32mok       \u001b[0ma  b',
  );
});
