import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pdf } from '../../../src/engines/filesearch/documents/testing/pdf.ts';
import { docx, paragraph } from '../../../src/engines/filesearch/documents/testing/samples.ts';
import { mp3 } from '../../../src/engines/filesearch/documents/testing/tagged.ts';
import { exif, jpeg } from '../../../src/engines/filesearch/metadata/testing/samples.ts';
import type { OptionValues } from '../../../src/kernel/toolset.ts';
import { exampleCalls } from '../../harness/example-calls.ts';
import { FOLDER } from './argument-texts.ts';

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
