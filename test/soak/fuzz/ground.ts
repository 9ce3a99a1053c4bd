import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pdf } from '../../../src/engines/filesearch/documents/testing/pdf.ts';
import { docx, paragraph } from '../../../src/engines/filesearch/documents/testing/samples.ts';
import { mp3 } from '../../../src/engines/filesearch/documents/testing/tagged.ts';
import { exif, jpeg } from '../../../src/engines/filesearch/metadata/testing/samples.ts';
import type { OptionValues } from '../../../src/kernel/toolset.ts';
import { exampleCalls } from '../../harness/example-calls.ts';
import type { Random } from '../../harness/random.ts';

/** Stands for the folder, whose name differs from run to run. */
const FOLDER = '/FUZZ-FOLDER';
const LESSONS = ['01-intro', '02-next', '03-other', '04-éclair'].map((name) => `content/01-Part/01-Chapter/${name}.md`);
const HASHES = ['a'.repeat(64), '334d016f755cd6dc58c53a86e183882f8ec14f52fb05345887c8a5edd42c87b7', 'abc'];

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  book_id: ['sample', 'sample', 'other', 'no-such-book', 'a'],
  path: [
    ...LESSONS,
    'content/01-Part/01-Chapter/01-intro.summary.md',
    `${FOLDER}/files/note.txt`,
    `${FOLDER}/files/a.pdf`,
    `${FOLDER}/files/a.jpg`,
    `${FOLDER}/files`,
  ],
  from: LESSONS,
  to: LESSONS,
  scope: [`${FOLDER}/files`, `${FOLDER}/files`, FOLDER, '/', '~', 'part', 'chapter'],
  pattern: ['**', 'content/**/*.md', 'Hello', '^# .*$', '(', '[a', 'a{2,3}', '{a,b}'],
  query: [
    'needle',
    'hello',
    '"two words"',
    'needle OR hay',
    'shortest path',
    '*',
    'lighthouse-ledger',
    'https://leetcode.com/problems/two-sum/',
    'CF1920A',
  ],
  content: ['# Title\n\nHello.\n', '', '# A\n\n## B\n\ntext\n', 'x'.repeat(2000), '\ufeff# BOM', '\u202ehidden'],
  expected_hash: HASHES,
  section_hash: HASHES,
  version: HASHES,
  section: ['Intro', '# Intro', 'A', 'B', '2'],
  filename: ['dot.png', 'a b.png', '../x.png', '.hidden', 'é.jpg'],
  binary_data: ['aGVsbG8=', '', '!!', 'AAAA'],
  user_id: ['her', 'him', '../x'],
  since: ['2020-01-01T00:00:00Z', '2020-01-01', 'yesterday', '2999-01-01T00:00:00Z'],
  date: ['20240229', '20230229', '2024-02-29', '00000000'],
  picture: ['$$$,$$9.99', 'ZZ9', '9(400)', 'S9V9', 'X', '-(5)9'],
  currency: ['USD', 'EUR', 'eur', 'XXX'],
  currency_sign: ['€', 'CHF ', ''],
  a: ['1', '-0.5', '1e10', '1e999999', '9'.repeat(60), 'x'],
  b: ['2', '0.1', '1e-10', ' 3 '],
  amount: ['1234567.89', '-0.005', '1e30', 'x'],
  source: ['quartet', 'leetcode', 'atcoder'],
  id: ['1', 'two-sum', '999999'],
  cursor: ['x', 'eyJhIjoxfQ', ''],
  name: ['*.txt', 'note*', '[', '{a,b}'],
};
const ANY = ['a', 'one two', 'é', '0', '-1', 'true', 'all', 'document'];

/** A library, files and a place for the judge's database, below one folder. */
export class Ground {
  private constructor(private readonly folder: string) {}

  static async make(): Promise<Ground> {
    const folder = await mkdtemp(join(tmpdir(), 'quartet-fuzz-'));
    const files = join(folder, 'files');
    await mkdir(files);
    const photo = jpeg(4, 3, exif([[0x010f, 'Maker']], [], []));
    const contents = {
      'note.txt': 'a needle in the hay\n',
      'note.md': '# needle\n',
      'a.pdf': pdf(['needle']),
      'a.docx': docx(paragraph('needle')),
      'a.mp3': mp3({ TIT2: 'needle' }),
      'a.jpg': photo,
    };
    await Promise.all(Object.entries(contents).map(([name, bytes]) => writeFile(join(files, name), bytes)));
    return new Ground(folder);
  }

  /** A text that an argument of that name may have. */
  static textFor(name: string, random: Random): string {
    return random.pick(random.below(12) === 0 ? ANY : (TEXTS[name] ?? ANY));
  }

  get options(): OptionValues {
    return {
      root: join(this.folder, 'library'),
      allow: join(this.folder, 'files'),
      embedded: 'true',
      watch: 'no',
      budget: '2000',
    };
  }

  /** What there is before the first case. */
  get firstCalls(): [tool: string, args: Record<string, unknown>][] {
    return exampleCalls(join(this.folder, 'files')).filter(
      ([tool]) => tool === 'write_content' || tool === 'upload_asset',
    );
  }

  /** With the real folder in the place of its stand-in. */
  inPlace(json: string): string {
    return json.replaceAll(FOLDER, this.folder);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
