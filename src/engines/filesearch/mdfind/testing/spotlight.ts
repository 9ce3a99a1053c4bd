import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Programs that stand in for Spotlight's, first on the PATH, and a folder to search in. They note how they were called. */
export class StandInSpotlight {
  readonly root = mkdtempSync(join(tmpdir(), 'mdfind-'));
  readonly scope = join(this.root, 'scope');
  readonly #bin = join(this.root, 'bin');
  readonly #path = process.env.PATH;

  constructor() {
    mkdirSync(this.scope);
    mkdirSync(this.#bin);
    process.env.PATH = this.#bin;
    this.program('mdutil', 'console.log(process.argv[3] + ":\\n\\tIndexing enabled.");');
    this.names([]);
  }

  /** Makes a program whose script may use `fs`. */
  program(name: string, script: string): void {
    const file = join(this.#bin, name);
    const note = `fs.writeFileSync(${JSON.stringify(`${file}.called`)}, JSON.stringify(process.argv.slice(2)));`;
    writeFileSync(file, `#!${process.execPath}\nconst fs = require('node:fs');\n${note}\n${script}`);
    chmodSync(file, 0o755);
  }

  remove(name: string): void {
    rmSync(join(this.#bin, name));
  }

  /** What mdfind answers from now on. */
  names(paths: readonly string[]): void {
    const output = paths.map((path) => `${path}\0`).join('');
    this.program('mdfind', `process.stdout.write(${JSON.stringify(output)});`);
  }

  /** The arguments of a program's last call. */
  called(name: string): string[] | undefined {
    const file = join(this.#bin, `${name}.called`);
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : undefined;
  }

  file(name: string, content = name): string {
    const path = join(this.scope, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  close(): void {
    process.env.PATH = this.#path;
    rmSync(this.root, { recursive: true, force: true });
  }
}
