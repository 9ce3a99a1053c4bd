import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clearParts, partName } from './parts.ts';

it('removes what killed processes have left, and nothing of those that still write', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quartet-parts-'));
  const { pid } = spawnSync(process.execPath, ['--version']);
  const ours = partName();
  const dead = ours.replace(String(process.pid), String(pid));
  const old = ours.replace(/quartet-\d+-/, '');
  const young = old.replace(/^\.[0-9a-f]/, '.0');
  const other = '.gitignore';
  for (const name of [ours, dead, old, young, other]) writeFileSync(join(folder, name), 'x');
  utimesSync(join(folder, old), 0, 0);
  await clearParts([folder, join(folder, 'nowhere')]);
  expect(readdirSync(folder).sort()).toEqual([ours, ...(young === old ? [] : [young]), other].sort());
  rmSync(folder, { recursive: true });
});
