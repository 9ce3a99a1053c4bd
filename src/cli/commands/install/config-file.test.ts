import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backupOf, readConfig, writeConfig } from './config-file.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quartet-config-'));
  path = join(folder, 'mcp.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('keeps rights and mark, and what was there beside it; leaves nothing else', async () => {
  writeFileSync(path, '\uFEFF{}', { mode: 0o640 });
  const file = await readConfig(path);
  expect(file.text).toBe('{}');
  await writeConfig(file, '{"a":1}');
  expect([readFileSync(path, 'utf8'), readFileSync(backupOf(file), 'utf8')]).toEqual(['\uFEFF{"a":1}', '\uFEFF{}']);
  expect([statSync(path).mode & 0o777, statSync(backupOf(file)).mode & 0o777]).toEqual([0o640, 0o640]);
  expect(readdirSync(folder).sort()).toEqual(['mcp.json', 'mcp.json.quartet-backup']);
});

it('writes where a link leads, also when nothing is there yet', async () => {
  mkdirSync(join(folder, 'dotfiles'));
  const target = join(folder, 'dotfiles', 'real.json');
  symlinkSync(join('dotfiles', 'real.json'), path);
  await writeConfig(await readConfig(path), 'one');
  await writeConfig(await readConfig(path), 'two');
  expect([readFileSync(target, 'utf8'), readFileSync(`${target}.quartet-backup`, 'utf8')]).toEqual(['two', 'one']);
  expect(readdirSync(folder).sort()).toEqual(['dotfiles', 'mcp.json']);
});

describe('refuses', () => {
  it('a file that a client has written meanwhile', async () => {
    writeFileSync(path, '{}');
    const file = await readConfig(path);
    writeFileSync(path, '{"theirs":1}');
    await expect(writeConfig(file, '{"ours":1}')).rejects.toThrow('it was changed meanwhile');
    expect(readFileSync(path, 'utf8')).toBe('{"theirs":1}');
  });

  it('one that has come meanwhile', async () => {
    const file = await readConfig(path);
    writeFileSync(path, '{"theirs":1}');
    await expect(writeConfig(file, '{"ours":1}')).rejects.toThrow('it was changed meanwhile');
  });

  it('one that is marked as read-only, whoever asks', async () => {
    writeFileSync(path, '{}', { mode: 0o444 });
    await expect(writeConfig(await readConfig(path), 'x')).rejects.toThrow('it is read-only');
    expect(existsSync(`${path}.quartet-backup`)).toBe(false);
  });

  it('a folder, links in a circle, what is no UTF-8', async () => {
    mkdirSync(path);
    await expect(readConfig(path)).rejects.toThrow('it is not a file');
    symlinkSync('b', join(folder, 'a'));
    symlinkSync('a', join(folder, 'b'));
    await expect(readConfig(join(folder, 'a'))).rejects.toThrow('circle');
    const latin = join(folder, 'latin.json');
    writeFileSync(latin, Buffer.from([0x7b, 0xe9, 0x7d]));
    await expect(readConfig(latin)).rejects.toThrow('UTF-8');
  });

  it('a place where no file can be', async () => {
    writeFileSync(path, '{}');
    const file = await readConfig(join(path, 'below', 'mcp.json'));
    await expect(writeConfig(file, 'x')).rejects.toThrow(/cannot be written \((ENOTDIR|EEXIST)\)/);
  });
});
