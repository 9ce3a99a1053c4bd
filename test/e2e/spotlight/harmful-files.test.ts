import { copyFileSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  deflatedTwice,
  formsInForms,
  heicWithoutEnd,
} from '../../../src/engines/filesearch/documents/testing/hostile.ts';
import { pdf } from '../../../src/engines/filesearch/documents/testing/pdf.ts';
import { docx, paragraph } from '../../../src/engines/filesearch/documents/testing/samples.ts';
import { zip } from '../../../src/engines/filesearch/documents/testing/zip.ts';
import { temporaryFolder } from '../../../src/engines/filesearch/testing/folders.ts';
import { type SpotlightServer, spotlightServer } from '../../harness/spotlight-server.ts';

const GOOD = {
  'a.txt': 'the needle',
  'sub/b.md': 'a needle too',
  'c.pdf': pdf(['needle on a page']),
  'd.docx': docx(paragraph('needle in a letter')),
};
/** More than are read at a time; each takes the six seconds that a document gets. */
const SEVERAL = 3;
const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=512' };

function peakMb(server: SpotlightServer): number {
  const status = readFileSync(`/proc/${server.process.child.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** A scope with good files, and these beside them. */
function scopeWith(files: Readonly<Record<string, Uint8Array>>): string {
  return temporaryFolder({ ...GOOD, ...files });
}

async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  const started = performance.now();
  return [await work, performance.now() - started];
}

const OVERRUNNING: [string, () => Buffer][] = [
  ['forms.pdf', formsInForms],
  ['twice.pdf', () => deflatedTwice(300)],
];

describe('a file that is made to take forever', () => {
  const server = spotlightServer(['--allow', realpathSync(tmpdir()), '--extras'], SMALL_HEAP);
  const found = async (S: string) => {
    const { text, summary } = await server.told('search', { query: 'needle', scope: S });
    const paths = (JSON.parse(text) as { _path: string }[]).map(({ _path }) => _path.slice(S.length + 1)).sort();
    return { paths, summary };
  };

  it.each(OVERRUNNING)('costs only itself, is named, and costs nothing the second time: %s', async (name, make) => {
    const S = scopeWith({ [name]: make() });
    const { paths, summary } = await found(S);
    expect(paths).toEqual(Object.keys(GOOD).sort());
    expect(summary).toMatchObject({ complete: false, skipped: 1, note: expect.stringContaining(join(S, name)) });
    const [again, tookMs] = await timed(found(S));
    expect(again.paths).toEqual(paths);
    expect(again.summary).toMatchObject({ complete: false, skipped: 1, note: summary?.note });
    expect(tookMs).toBeLessThan(4000);
    // What it says about itself is another matter, and so is a later version.
    expect((await server.told('get_metadata', { path: join(S, name) })).text).toContain(name);
    const preview = await server.told('preview_file', { path: join(S, name) });
    expect(preview.structure).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining('too much time or memory'),
    });
    writeFileSync(join(S, name), pdf(['now with a needle']));
    expect((await found(S)).paths).toContain(name);
  });

  it('costs an archive that it is in no more than its documents', async () => {
    const S = scopeWith({
      'e.zip': zip([
        { name: 'forms.pdf', content: formsInForms() },
        { name: 'f.txt', content: 'a needle' },
      ]),
    });
    const { paths, summary } = await found(S);
    expect(paths).toEqual([...Object.keys(GOOD), 'e.zip'].sort());
    expect(summary).toMatchObject({ skipped: 0 });
    const [again, tookMs] = await timed(found(S));
    expect(again.paths).toEqual(paths);
    expect(tookMs).toBeLessThan(4000);
  });

  it('several of them keep no plain file from being found', { timeout: 120_000 }, async () => {
    const bad = Object.fromEntries(Array.from({ length: SEVERAL }, (_, at) => [`z${at}.pdf`, formsInForms()]));
    const S = scopeWith(bad);
    expect((await found(S)).paths).toEqual(expect.arrayContaining(['a.txt', 'sub/b.md']));
    for (let tries = 0; tries < SEVERAL; tries++) {
      let { paths, summary } = await found(S);
      if (summary?.skipped !== SEVERAL) continue;
      // Its time may have run out before the good ones were read. The bad ones are known now, and take none of the next one's.
      if (String(summary.note).includes('Time ran out')) ({ paths, summary } = await found(S));
      expect(summary).toMatchObject({ skipped: SEVERAL });
      expect(paths).toEqual(Object.keys(GOOD).sort());
      for (const name of Object.keys(bad)) expect(summary?.note).toContain(name);
      return;
    }
    expect.unreachable('the bad files were not recognised');
  });

  it('archives that inflate to too much, or nest too deep, are left out at once', async () => {
    const deep = `${'<w:p><w:r>'.repeat(300_000)}<w:t>a needle deep down</w:t>${'</w:r></w:p>'.repeat(300_000)}`;
    const S = scopeWith({
      'bomb.docx': zip([{ name: 'word/document.xml', content: Buffer.alloc(200 << 20, ' ') }]),
      'deep.docx': zip([{ name: 'word/document.xml', content: deep, stored: true }]),
    });
    const { paths, summary } = await found(S);
    expect(paths).toEqual([...Object.keys(GOOD), 'deep.docx'].sort());
    expect(summary).toMatchObject({ complete: false, skipped: 1 });
  });

  it('metadata of a picture without an end comes at once', async () => {
    const S = scopeWith({ 'loop.heic': heicWithoutEnd() });
    const [{ text }, tookMs] = await timed(server.told('get_metadata', { path: join(S, 'loop.heic') }));
    expect(JSON.parse(text)).toMatchObject({ kMDItemContentType: 'public.heic', kMDItemFSSize: 93 });
    expect(tookMs).toBeLessThan(5000);
    expect((await found(S)).summary).toMatchObject({ complete: true, skipped: 0 });
  });

  it.runIf(platform() === 'linux')('all of it stays within 1.5 GB', () => {
    expect(peakMb(server)).toBeLessThan(1536);
  });
});

describe('large documents', () => {
  const server = spotlightServer(['--allow', realpathSync(tmpdir()), '--budget', '60000'], SMALL_HEAP);

  it.runIf(platform() === 'linux')(
    'are read one after the other, and once for all who ask at the same time',
    {
      timeout: 180_000,
    },
    async () => {
      const filling = `<< /Length ${60 << 20} >>\nstream\n${'x'.repeat(60 << 20)}\nendstream`;
      const S = temporaryFolder({ '0.pdf': pdf(['a page'], '', [filling]) });
      for (let at = 1; at < 8; at++) copyFileSync(join(S, '0.pdf'), join(S, `${at}.pdf`));
      const asked = Array.from({ length: 64 }, (_, at) =>
        server.told('get_metadata', { path: join(S, `${at % 8}.pdf`) }),
      );
      for (const { text } of await Promise.all(asked))
        expect(JSON.parse(text)).toMatchObject({ kMDItemNumberOfPages: 1 });
      const searches = Array.from({ length: 8 }, () => server.found('search', { query: 'a page', scope: S }));
      for (const paths of await Promise.all(searches)) expect(paths).toHaveLength(8);
      expect(peakMb(server)).toBeLessThan(1536);
    },
  );
});
