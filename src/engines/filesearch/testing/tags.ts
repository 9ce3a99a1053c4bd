import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Puts a program first on the PATH that tells tags as getfattr does: a file called `x#a#b.txt` has the tags a and b. Returns what undoes it. */
export function standInForTags(folder: string): () => void {
  const before = process.env.PATH;
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const script = `for last; do :; done
tags=$(readlink -f "$last" | grep -o '#[^#.]*' | tr -d '#' | paste -sd, -)
[ -z "$tags" ] || printf '# file: x\nuser.xdg.tags=0s%s\n' "$(printf %s "$tags" | base64)"`;
  writeFileSync(join(bin, 'getfattr'), `#!/bin/sh\n${script}`);
  chmodSync(join(bin, 'getfattr'), 0o755);
  process.env.PATH = [bin, before].join(delimiter);
  return () => {
    process.env.PATH = before;
  };
}
