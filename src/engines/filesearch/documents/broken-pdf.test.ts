import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Readers } from './readers.ts';
import { pdf } from './testing/pdf.ts';

// Inside of node_modules, where packages are found.
const folder = realpathSync(mkdtempSync(join('node_modules', '.quartet-broken-pdf-')));
let readers: Readers;

beforeAll(async () => {
  const outfile = join(folder, 'thread.mjs');
  const entryPoints = [fileURLToPath(new URL('./worker.ts', import.meta.url))];
  await build({ entryPoints, outfile, bundle: true, packages: 'external', format: 'esm', platform: 'node' });
  readers = new Readers(pathToFileURL(outfile));
});
afterAll(async () => {
  await readers.close();
  rmSync(folder, { recursive: true });
});

test('a pdf with broken bytes is refused or read, and the thread that reads it lives on', async () => {
  const bytes = pdf(['some text', 'some more']);
  const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
  let files = 0;
  await fc.assert(
    fc.asyncProperty(damage, async (changes) => {
      const broken = Buffer.from(bytes);
      for (const [place, byte] of changes) broken[place] = byte;
      const path = join(folder, `${files++}.pdf`);
      writeFileSync(path, broken);
      const reading = await readers.read({ about: 'text', path, format: 'pdf' });
      expect(typeof reading === 'object' ? 'text' : reading).toMatch(/^(text|unreadable)$/);
    }),
    // So many that pdf.js lets go of some promises, whatever the seed.
    { numRuns: 1000 },
  );
});
