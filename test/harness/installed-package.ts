import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isBuilt } from '../../scripts/is-built.js';
import { npmEnvironment } from '../../scripts/npm-environment.js';
import type { Answer } from './server-process.ts';

/** What packing needs; a tarball has part of it. */
const PARTS = ['src', 'scripts', 'bin', 'docs', 'examples', 'man', 'packaging', 'package.json', 'tsconfig.json'];
const FILES = ['README.md', 'LICENSE', 'THIRD-PARTY-NOTICES.txt', 'SECURITY.md'];
const onWindows = process.platform === 'win32';

export interface PackedFile {
  readonly path: string;
  readonly size: number;
}

/** The package as somebody gets it who installs its tarball into an empty folder; where nothing of the project is. */
export class InstalledPackage {
  readonly scratch = mkdtempSync(join(tmpdir(), 'quartet-package-'));
  readonly folder = join(this.scratch, 'empty');
  readonly tarball: string;
  /** Bytes of the tarball. */
  readonly size: number;
  readonly files: readonly PackedFile[];

  constructor() {
    const project = join(this.scratch, 'project');
    const installed = resolve('packaging', 'tools', 'node_modules');
    for (const part of [...PARTS, ...FILES])
      cpSync(part, join(project, part), { recursive: true, filter: (from) => resolve(from) !== installed });
    symlinkSync(resolve('node_modules'), join(project, 'node_modules'), 'junction');
    // What `prepare` has made just now it need not make again.
    const wasBuilt = isBuilt();
    if (wasBuilt) cpSync('dist', join(project, 'dist'), { recursive: true });
    const how = wasBuilt ? ['--ignore-scripts'] : [];
    const told = npm(project, 'pack', '--json', ...how, '--pack-destination', this.scratch);
    const report = JSON.parse(told.slice(told.search(/^[[{]/m)));
    const [{ filename, size, files }] = Object.values(report) as [
      { filename: string; size: number; files: PackedFile[] },
    ];
    this.tarball = join(this.scratch, filename);
    this.size = size;
    this.files = files;
    mkdirSync(this.folder);
    npm(this.folder, 'install', '--ignore-scripts', '--no-audit', '--no-fund', this.tarball);
  }

  get program(): string {
    return join(this.folder, 'node_modules', 'quartet-mcp', 'bin', 'quartet.js');
  }

  /** Runs Node in the folder, as somebody with a home of their own. */
  node(args: readonly string[], input = ''): { status: number | null; stdout: string; stderr: string } {
    const inherited = Object.entries(process.env).filter(([name]) => !/^(QUARTET_|OJ_|XDG_|NODE_)/.test(name));
    const env = { ...Object.fromEntries(inherited), HOME: this.home, USERPROFILE: this.home };
    return spawnSync(process.execPath, args, { cwd: this.folder, env, input, encoding: 'utf8' });
  }

  get home(): string {
    const home = join(this.scratch, 'home');
    mkdirSync(home, { recursive: true });
    return home;
  }

  quartet(...args: string[]): { status: number | null; stdout: string; stderr: string } {
    return this.node([this.program, ...args]);
  }

  /** Sends messages to a server on stdin and gives its answers. */
  converse(args: readonly string[], messages: readonly object[]): Answer[] {
    const { stdout, stderr } = this.node(args, messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
    const lines = stdout.split('\n').filter((line) => line !== '');
    if (lines.length < messages.length) throw new Error(`${lines.length} answers only: ${stderr}`);
    return lines.map((line) => JSON.parse(line) as Answer);
  }

  get installed(): string[] {
    return readdirSync(join(this.folder, 'node_modules')).filter((name) => !name.startsWith('.'));
  }

  remove(): void {
    rmSync(this.scratch, { recursive: true, force: true });
  }
}

function npm(cwd: string, ...args: string[]): string {
  const env = npmEnvironment();
  return execFileSync('npm', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], shell: onWindows });
}
