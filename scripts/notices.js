// Writes THIRD-PARTY-NOTICES.txt: the licences of all that is bundled into dist, by what the last build has put there (`npm run notices`).
// With --check it only compares. A licence that nobody has looked at, or that asks for more than to be named, fails.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLED } from './bundled-packages.js';

const FILE = 'THIRD-PARTY-NOTICES.txt';
const ACCEPTED = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];
/** What packages have taken into their own files, where nothing says so. */
const INSIDE = {
  unpdf: {
    name: 'pdf.js',
    file: 'dist/pdfjs.mjs',
    version: /"(5\.\d+\.\d+)"/,
    license: 'Apache-2.0',
    by: 'Mozilla Foundation',
  },
  'xz-decompress': { name: 'walloc', file: 'package.json', version: /()/, license: 'MIT', by: 'Igalia, S.L.' },
  undici: { name: 'llhttp', file: 'package.json', version: /()/, license: 'MIT', by: 'Fedor Indutny' },
};
const INTRODUCTION = `Quartet is MIT licensed. What npm installs also holds the code of these packages,
each under its own licence. Packages with the same words stand together.
`;
const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
/** What stands for the text of a licence whose package has none. */
const STANDARD = { 'Apache-2.0': () => textOf('node_modules/@aws-sdk/client-s3'), MIT: () => MIT };

if (!existsSync(BUNDLED)) throw new Error('Build first: npm run build');
const folders = JSON.parse(readFileSync(BUNDLED, 'utf8'));
const noticed = folders.flatMap(noticesOf).sort((a, b) => (a.name < b.name ? -1 : 1));
const text = written(noticed);
const isRight = existsSync(FILE) && readFileSync(FILE, 'utf8') === text;
if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (!isRight) {
  console.error(`${FILE} is out of date: run npm run notices, and look at what has changed`);
  process.exitCode = 1;
}
console.log(`${noticed.length} packages, ${new Set(noticed.map(({ key }) => key)).size} texts`);

function noticesOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const own = notice({ name, version, license, text: textOf(folder), by: author?.name ?? author });
  const inside = INSIDE[name];
  if (inside === undefined) return [own];
  const [, found] = inside.version.exec(readFileSync(join(folder, inside.file), 'utf8')) ?? [];
  if (found === undefined) throw new Error(`${inside.name} is no longer in ${name}, or looks different`);
  return [own, notice({ ...inside, version: found || `in ${name} ${version}` })];
}

/** A licence, parted into who holds the rights and the words that many packages share. */
function notice({ name, version, license, text, by }) {
  if (!ACCEPTED.includes(license)) throw new Error(`${name} has the licence ${license}, which nobody has accepted`);
  const standard = STANDARD[license];
  if (text === undefined && (standard === undefined || !by)) throw new Error(`${name} has no licence text`);
  const lines = (text ?? standard()).replaceAll('\r', '').split('\n');
  // Apache's own text speaks of copyright within.
  const isRights = (line) => license !== 'Apache-2.0' && /^\s*(copyright\b|\(c\)|©)/i.test(line);
  const rights = text === undefined ? [`Copyright (c) ${by}`] : lines.filter(isRights).map((line) => line.trim());
  const words = lines.filter((line) => !isRights(line)).join('\n');
  const body = words.replace(/^\s*(#+\s*)?(the )?(mit|isc) license( \(mit\))?:?\s*$/gim, '').trim();
  const key = body
    .replace(/[\s*]+/g, ' ')
    .replace(/[“”"']/g, '')
    .toLowerCase();
  return { name, version, license, rights, body, key };
}

/** The licence and notice files of a package. */
function textOf(folder) {
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)(?!.*\.(js|ts|json)$)/i.test(name));
  if (files.length === 0) return undefined;
  return files.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n');
}

function written(notices) {
  const groups = new Map();
  for (const one of notices) groups.set(one.key, [...(groups.get(one.key) ?? []), one]);
  const parts = [...groups.values()].sort((a, b) => b.length - a.length || (a[0].name < b[0].name ? -1 : 1));
  const sections = parts.map((some) => {
    const named = some.map(({ name, version, license, rights }) =>
      [`${name} ${version} (${license})`, ...rights.map((line) => `    ${line}`)].join('\n'),
    );
    return `${named.join('\n')}\n\n${some[0].body}\n`;
  });
  return [INTRODUCTION, ...sections].join(`\n${'-'.repeat(80)}\n`);
}
