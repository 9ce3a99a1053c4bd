import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pdf } from '../../../src/engines/filesearch/documents/testing/pdf.ts';
import { zip } from '../../../src/engines/filesearch/documents/testing/zip.ts';
import { temporaryFolder } from '../../../src/engines/filesearch/testing/folders.ts';
import { ServerProcess } from '../../harness/server-process.ts';
import { type SpotlightServer, spotlightServer } from '../../harness/spotlight-server.ts';

const WORD = 'Nadelöhr';
const linux = platform() === 'linux';

const parent = temporaryFolder({
  'tree/plain.txt': `here is the ${WORD}`,
  'tree/sub/deep.md': `and here the ${WORD}`,
  'tree-evil/secret.txt': `outside, a ${WORD}`,
  'outside/secret.txt': `outside, a ${WORD}`,
});
const S = join(parent, 'tree');

symlinkSync(S, join(S, 'sub', 'loop'));
symlinkSync(join(parent, 'outside'), join(S, 'way-out'));
symlinkSync(join(parent, 'outside', 'secret.txt'), join(S, 'secret-link.txt'));
writeFileSync(join(S, `${'n'.repeat(251)}.txt`), WORD);
writeFileSync(join(S, 'new\nline "quoted".txt'), WORD);
if (linux)
  writeFileSync(Buffer.concat([Buffer.from(`${S}/bad-`), Buffer.from([0xff, 0xfe]), Buffer.from('.txt')]), WORD);
if (linux) execFileSync('mkfifo', [join(S, 'pipe.txt')]);
writeFileSync(join(S, 'paper.pdf'), pdf([`a paper with a ${WORD.replace('ö', 'o')}`]));
writeFileSync(join(S, 'cut.pdf'), pdf(['cut short']).subarray(0, 300));
writeFileSync(join(S, 'letter.docx'), zip([{ name: 'word/document.xml', content: `<w:p><w:t>${WORD}</w:t></w:p>` }]));
writeFileSync(join(S, 'bomb.docx'), zip([{ name: 'word/document.xml', content: Buffer.alloc(300_000_000, 0x20) }]));

/** Lines of text up to a size, with the word at the very end. */
function writeLarge(name: string, bytes: number, lineEnd: string): void {
  const file = openSync(join(S, name), 'w');
  const piece = Buffer.from(`All work and no play makes a long file.${lineEnd}`.repeat(25_000));
  for (let written = 0; written < bytes; written += piece.length) writeSync(file, piece);
  writeSync(file, WORD);
  closeSync(file);
}
writeLarge('large.log', 300_000_000, '\n');
writeLarge('one-line.json', 50_000_000, ' ');

function peakMb(server: SpotlightServer): number {
  const status = readFileSync(`/proc/${server.process.child.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

const found = [
  'plain.txt',
  'sub/deep.md',
  `${'n'.repeat(251)}.txt`,
  'new\nline "quoted".txt',
  'paper.pdf',
  'letter.docx',
  'large.log',
  'one-line.json',
];

describe('a tree full of traps', () => {
  const server = spotlightServer(['--allow', S, '--budget', '60000']);

  it('R34, R35, R51 to R56, R60: gives the right files, within 500 MB, again and again', {
    timeout: 120_000,
  }, async () => {
    for (let round = 0; round < 3; round++) {
      const { text, summary } = await server.told('search', { query: WORD, scope: S });
      const paths = (JSON.parse(text) as { _path: string }[]).map(({ _path }) => _path.slice(S.length + 1));
      expect(paths.sort()).toEqual(found.toSorted());
      // The cut PDF, the bomb and the name that is no text could not be searched, and it says so.
      expect(summary).toMatchObject({ complete: false, skipped: linux ? 3 : 2 });
    }
    if (linux) expect(peakMb(server)).toBeLessThan(500);
  });

  it('R41, R48: kinds and recent files do not leave the tree either', async () => {
    for (const [tool, args] of [
      ['search_by_kind', { kind: 'document' }],
      ['recent_files', {}],
    ] as const) {
      const paths = await server.found(tool, { ...args, scope: S });
      expect(paths.every((path) => path.startsWith(`${S}/`))).toBe(true);
      expect(paths.filter((path) => path.includes('secret') || path.includes('pipe'))).toEqual([]);
    }
  });

  it('every trap has metadata, and a link that leads out of the tree has none', async () => {
    const traps = [
      ...(linux ? [['pipe.txt', 'pipe.txt', 'public.item', undefined] as const] : []),
      ['cut.pdf', 'cut.pdf', 'com.adobe.pdf', 300],
      ['bomb.docx', 'bomb.docx', 'org.openxmlformats.wordprocessingml.document', expect.any(Number)],
      ['large.log', 'large.log', 'com.apple.log', expect.any(Number)],
      ['sub/loop', 'tree', 'public.folder', undefined],
      ['new\nline "quoted".txt', 'new\nline "quoted".txt', 'public.plain-text', 9],
    ] as const;
    for (const [path, name, type, size] of traps) {
      const { text, isError } = await server.told('get_metadata', { path: join(S, path) });
      expect(isError).toBe(false);
      const { kMDItemFSName, kMDItemContentType, kMDItemFSSize } = JSON.parse(text);
      expect([kMDItemFSName, kMDItemContentType, kMDItemFSSize]).toEqual([name, type, size]);
    }
    expect((await server.told('get_metadata', { path: join(S, 'secret-link.txt') })).text).toContain(
      'Path outside scope',
    );
  });

  it.runIf(linux && process.getuid?.() === 0)(
    'R53: a directory that may not be read is skipped and counted',
    async () => {
      const closed = temporaryFolder({ 'open/a.txt': WORD, 'closed/b.txt': WORD, 'c.txt': WORD });
      chmodSync(closed, 0o755);
      chmodSync(join(closed, 'closed'), 0o000);
      chmodSync(join(closed, 'c.txt'), 0o000);
      const nobody = new ServerProcess(['spotlight', '--allow', closed], {
        HOME: closed,
        QUARTET_LOG: 'off',
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent('process.setgroups([]);process.setgid(65534);process.setuid(65534)')}`,
      });
      nobody.write({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search', arguments: { query: WORD, scope: closed } },
      });
      const [answer] = await nobody.answers(1);
      await nobody.end();
      expect(answer?.result).toMatchObject({
        structuredContent: { results: [{ _path: join(closed, 'open/a.txt') }], complete: false },
        _meta: { 'quartet/search': { skipped: 2 } },
      });
    },
  );

  it('a directory that vanishes during the search is no failure', async () => {
    const many = temporaryFolder({ 'keep.txt': WORD });
    for (let at = 0; at < 300; at++) {
      mkdirSync(join(many, 'going', String(at)), { recursive: true });
      writeFileSync(join(many, 'going', String(at), 'x.txt'), `${'filler '.repeat(2000)}${WORD}`);
    }
    const searching = server.told('search', { query: WORD, scope: many });
    const elsewhere = spotlightServer(['--allow', many]);
    const second = elsewhere.found('search', { query: WORD, scope: many, limit: 1000 });
    rmSync(join(many, 'going'), { recursive: true });
    expect((await searching).text).toContain('Path outside scope');
    expect(await second).toContain(join(many, 'keep.txt'));
    expect(await elsewhere.found('search', { query: WORD, scope: many })).toEqual([join(many, 'keep.txt')]);
  });
});
