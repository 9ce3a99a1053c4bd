import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { expect } from 'vitest';
import type { Root } from '../fs/folder.ts';
import { FileSystemStorage } from '../fs/fs-storage.ts';
import { StorageFailure } from '../storage.ts';

/** A storage in a folder of its own, with a folder beside it that must never be touched. */
export interface Workshop {
  readonly root: string;
  readonly outside: string;
  readonly storage: FileSystemStorage;
  close(): Promise<void>;
}

/** Opens a storage in a new temporary folder whose name has spaces and other scripts in it. */
export async function openWorkshop(told: Partial<Omit<Root, 'path'>> = {}): Promise<Workshop> {
  const home = await mkdtemp(join(tmpdir(), 'quartet books ü 図 '));
  const [root, outside] = [join(home, 'the root'), join(home, 'outside')];
  await mkdir(outside);
  const storage = await FileSystemStorage.open(root, told);
  const close = async () => {
    await storage.close();
    await rm(home, { recursive: true, force: true });
  };
  return { root, outside, storage, close };
}

/** Writes a file by hand, as a person with an editor would. */
export async function byHand(root: string, key: string, text: string): Promise<string> {
  const path = join(root, key);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}

/** The storage as plain JavaScript, for processes of its own on any Node. */
export async function bundleInto(folder: string): Promise<string> {
  const outfile = join(folder, 'storage.mjs');
  const entry = join(import.meta.dirname, '../fs/fs-storage.ts');
  await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', outfile, logLevel: 'error' });
  return outfile;
}

/** Every attempt ends in a `StorageFailure`. */
export async function refused(...attempts: Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(attempts)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StorageFailure) });
  }
}
