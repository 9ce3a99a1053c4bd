// Assembles the program that looks through bytes; with `--check` says whether what is there is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import wabt from 'wabt';

const SOURCE = 'src/toolsets/books/bytes/scan.wat';
const TARGET = 'src/toolsets/books/bytes/scan-program.ts';

const { parseWat } = await wabt();
const { buffer } = parseWat(SOURCE, readFileSync(SOURCE, 'utf8'), { simd: true }).toBinary({});
const made = `/** Made from scan.wat by \`node scripts/wat.js\`. */
export const PROGRAM =
  '${Buffer.from(buffer).toString('base64')}';
`;
if (!process.argv.includes('--check')) writeFileSync(TARGET, made);
else if (readFileSync(TARGET, 'utf8') !== made) {
  console.error(`${TARGET} is out of date: run node scripts/wat.js`);
  process.exitCode = 1;
}
