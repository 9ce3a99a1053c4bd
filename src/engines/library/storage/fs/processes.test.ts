import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bundleInto, openWorkshop, type Workshop } from '../testing/fs.ts';

const key = 'books/abc/content/01-Part/01-Chapter/01-intro.md';

describe('several processes', () => {
  let shop: Workshop;
  beforeEach(async () => {
    shop = await openWorkshop();
  });
  afterEach(() => shop.close());

  test('publish one key: every version read is whole, and one stays', async () => {
    const script = await writer(shop.outside);
    const children = ['a', 'b'].map((letter) =>
      promisify(execFile)(process.execPath, [script, shop.root, key, letter, '150']),
    );
    let running = true;
    const done = Promise.all(children).finally(() => {
      running = false;
    });
    done.catch(() => {});
    while (running) {
      const text = (await shop.storage.read(key))?.bytes.toString() ?? '';
      expect(text).toMatch(/^(?:|a+|b+)$/);
      expect([0, 20_000]).toContain(text.length);
    }
    await done;
    expect((await shop.storage.read(key))?.size).toBe(20_000);
    expect(await readdir(join(shop.root, '.quartet/staging'))).toEqual([]);
  });

  test('one that is killed at any moment leaves a whole version and at most one staged file', async () => {
    const script = await writer(shop.outside);
    for (let round = 0; round < 6; round++) {
      const child = fork(script, [shop.root, key, 'c', '100000']);
      await once(child, 'message');
      await new Promise((wake) => setTimeout(wake, round * 7));
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect((await shop.storage.read(key))?.bytes.toString()).toBe('c'.repeat(20_000));
      const left = await shop.storage.leftovers(new Date(Date.now() + 60_000));
      expect(left.length).toBeLessThanOrEqual(1);
      for (const staged of left) await shop.storage.discard(staged);
    }
  });
});

async function writer(folder: string): Promise<string> {
  const bundle = await bundleInto(folder);
  const script = join(folder, 'writer.mjs');
  await writeFile(
    script,
    `import { FileSystemStorage } from ${JSON.stringify(bundle)};
     const [root, key, letter, rounds] = process.argv.slice(2);
     const storage = await FileSystemStorage.open(root);
     for (let i = 0; i < Number(rounds); i++) {
       await storage.publish(await storage.stage(Buffer.alloc(20_000, letter)), key);
       if (i === 0) process.send?.('begun');
     }`,
  );
  return script;
}
