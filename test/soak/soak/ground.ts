import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pdf } from '../../../src/engines/filesearch/documents/testing/pdf.ts';
import { exif, jpeg } from '../../../src/engines/filesearch/metadata/testing/samples.ts';

/** A folder with files to search, and servers that work below it and tell how they are. */
export class Ground {
  readonly folder = mkdtempSync(join(tmpdir(), 'quartet-soak-'));
  readonly files = join(this.folder, 'files');

  constructor(
    private readonly program: string,
    private readonly probe: string,
    private readonly everyMs: number,
  ) {
    mkdirSync(this.files);
    const notes = Array.from(
      { length: 40 },
      (_, n) => [`note-${n}.txt`, `Line of note ${n}\na needle in hay ${n}\n`] as const,
    );
    const others = {
      'note.txt': 'one needle\n',
      'a.pdf': pdf(['needle']),
      'a.jpg': jpeg(4, 3, exif([[0x010f, 'Maker']], [], [])),
    };
    for (const [name, content] of [...notes, ...Object.entries(others)]) writeFileSync(join(this.files, name), content);
  }

  /** Starts a server of all toolsets; its library and its judge are its own. */
  start(name: string, args: readonly string[]): ChildProcessWithoutNullStreams {
    const inherited = Object.entries(process.env).filter(
      ([key]) => !/^(QUARTET_|OJ_|RUST_LOG$|NODE_OPTIONS$)/.test(key),
    );
    const own = ['--root', join(this.folder, name), '--allow', this.files, '--embedded', '--log-level', 'warn'];
    return spawn(process.execPath, ['--import', pathToFileURL(this.probe).href, this.program, ...args, ...own], {
      env: {
        ...Object.fromEntries(inherited),
        QUARTET_SOAK_FILE: this.samplesOf(name),
        QUARTET_SOAK_MS: String(this.everyMs),
      },
    });
  }

  samplesOf(name: string): string {
    return join(this.folder, `${name}.jsonl`);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
