import { mkdtempSync, readdirSync, readlinkSync, renameSync, rmSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Gate } from '../../testing/fencing.ts';
import type { Folder } from './folder.ts';
import { SharedFolders } from './shared-folders.ts';

const NAMES = ['books', 'sample'];

describe.skipIf(process.platform !== 'linux')('shared folders', () => {
  let path: string;
  let folders: SharedFolders;

  beforeEach(async () => {
    path = await realpath(mkdtempSync(join(tmpdir(), 'quartet-shared-')));
    folders = new SharedFolders({ path, anchored: true, folds: false, tellsChanges: false });
    await folders.inMade(NAMES, async () => true);
  });
  afterEach(() => rmSync(path, { recursive: true }));

  /** What this process has open. */
  const openFolders = () =>
    readdirSync('/proc/self/fd').map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return '';
      }
    });

  /** Stays in the folder until the gate is opened; gives the folder. */
  const stay = (gate: Gate) =>
    folders.inMade(NAMES, async (folder) => {
      await gate.pass();
      return folder;
    });

  it('are one for all who are in them at the same time', async () => {
    const gate = new Gate();
    const all = await Promise.all([
      stay(gate),
      stay(gate),
      folders.inMade(NAMES, async (folder) => (gate.open(), folder)),
    ]);
    expect(new Set(all).size).toBe(1);
    expect(await folders.inMade(NAMES, async (folder) => folder)).not.toBe(all[0]);
  });

  it('that were exchanged by hand are not those that others are still in', async () => {
    const gate = new Gate();
    const first = stay(gate);
    await gate.reached;
    renameSync(join(path, 'books'), join(path, 'away'));
    let second: Folder | undefined;
    await folders.inMade(NAMES, async (folder) => {
      second = folder;
      return await folder.isInPlace();
    });
    gate.open();
    expect(second).not.toBe(await first);
  });

  it('are closed when the last one leaves, and not before', async () => {
    const [one, other] = [new Gate(), new Gate()];
    const [first, second] = [stay(one), stay(other)];
    await Promise.all([one.reached, other.reached]);
    one.open();
    await first;
    expect(openFolders()).toContain(join(path, ...NAMES));
    other.open();
    await second;
    expect(openFolders()).not.toContain(join(path, ...NAMES));
  });

  it('are made anew when the work says that they are gone', async () => {
    let tries = 0;
    const made = await folders.inMade(NAMES, async () => (++tries === 1 ? undefined : 'made'));
    expect([made, tries]).toEqual(['made', 2]);
  });
});
