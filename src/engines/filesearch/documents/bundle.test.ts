import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exif, jpeg, wav } from '../metadata/testing/samples.ts';
import { wombatXz } from './testing/packed.ts';
import { pdf } from './testing/pdf.ts';
import { docx, paragraph } from './testing/samples.ts';
import { zip } from './testing/zip.ts';

let folder: string;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'documents-bundle-')));
  await build({
    entryPoints: ['types/content-type', 'documents/text', 'metadata/rich'].map((part) =>
      fileURLToPath(new URL(`../${part}.ts`, import.meta.url)),
    ),
    entryNames: '[name]',
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: { js: "import{createRequire as nodeRequire}from'node:module';const require=nodeRequire(import.meta.url);" },
  });
  writeFileSync(join(folder, 'a.pdf'), pdf(['found in a PDF']));
  writeFileSync(join(folder, 'a.wav'), wav(1));
  writeFileSync(join(folder, 'a.jpg'), jpeg(4, 3, exif([[0x010f, 'Maker']], [], [])));
  writeFileSync(join(folder, 'a.docx'), docx(paragraph('found in a document')));
  writeFileSync(join(folder, 'a.xz'), wombatXz);
  writeFileSync(join(folder, 'a.zip'), zip([{ name: 'found.txt', content: 'in a zip' }]));
  // Its font, its stream and one of its objects are wrong: the library has something to warn of.
  const sick = pdf(['x'])
    .toString('latin1')
    .replace('/Type1', '/TypeX')
    .replace('/Length', '/Lenght')
    .replace('Tj', 'Tk');
  writeFileSync(join(folder, 'sick.pdf'), sick, 'latin1');
  writeFileSync(join(folder, 'worker.mjs'), WORKER);
  writeFileSync(join(folder, 'main.mjs'), MAIN);
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WORKER = `
  import { readFileSync } from 'node:fs';
  import { parentPort, workerData } from 'node:worker_threads';
  import { fileURLToPath } from 'node:url';
  import { richMetadata } from './rich.mjs';
  import { documentFormat } from './content-type.mjs';
  import { documentText } from './text.mjs';
  for (const name of workerData) {
    const text = /jpg$|wav$/.test(name)
      ? JSON.stringify(await richMetadata(fileURLToPath(new URL(name, import.meta.url)), 'public.data'))
      : await documentText(documentFormat(name), readFileSync(new URL(name, import.meta.url))).catch((error) => error.message);
    parentPort.postMessage(name + ': ' + text);
  }`;

const MAIN = `
  import { Worker } from 'node:worker_threads';
  const worker = new Worker(new URL('worker.mjs', import.meta.url), { workerData: process.argv.slice(2) });
  worker.on('message', (text) => process.stderr.write(text + '\\n'));`;

const run = (...names: string[]) => {
  const { stdout, stderr } = spawnSync(process.execPath, ['main.mjs', ...names], { cwd: folder, encoding: 'utf8' });
  return { stdout, stderr };
};

test('R35: the bundle reads documents in a worker thread, without its packages beside it', () => {
  const found = ['a.pdf: found in a PDF', 'a.docx: found in a document', 'a.zip: found.txt\nin a zip'];
  const stderr = `${[...found, 'a.xz: a wombat was packed here'].join('\n')}\n\n`;
  expect(run('a.pdf', 'a.docx', 'a.zip', 'a.xz')).toEqual({ stdout: '', stderr });
});

test('R24: the bundle reads the attributes of pictures and sound', () => {
  const { stdout, stderr } = run('a.jpg', 'a.wav');
  expect(stdout).toBe('');
  expect(stderr).toContain('"kMDItemPixelWidth":4');
  expect(stderr).toContain('"kMDItemAcquisitionMake":"Maker"');
  expect(stderr).toContain('"kMDItemDurationSeconds":1');
});

test('R63: a sick PDF puts nothing on stdout, and no warnings on stderr', () => {
  expect(run('sick.pdf')).toEqual({ stdout: '', stderr: expect.stringMatching(/^sick\.pdf: .*\n$/) });
});
