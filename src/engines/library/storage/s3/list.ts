import { setMaxListeners } from 'node:events';
import type { ObjectInfo } from '../storage.ts';
import type { S3Object } from './answers.ts';
import type { S3Bucket } from './bucket.ts';
import type { Versions } from './versions.ts';

const LOOKS_AHEAD = 32;

/** The visible objects below a prefix, each with its version, in the order of the other storages. */
export async function* listed(
  bucket: S3Bucket,
  versions: Versions,
  prefix: string,
  signal?: AbortSignal,
  after = '',
): AsyncGenerator<ObjectInfo> {
  // Each look listens.
  if (signal) setMaxListeners(0, signal);
  const looks: Promise<ObjectInfo | undefined>[] = [];
  for await (const seen of sorted(visible(bucket, prefix, signal))) {
    if (seen.key <= after) continue;
    const look = versions.listed(seen, signal);
    look.catch(() => {});
    looks.push(look);
    if (looks.length < LOOKS_AHEAD) continue;
    const info = await looks.shift();
    signal?.throwIfAborted();
    if (info) yield info;
  }
  for (const look of looks) {
    const info = await look;
    if (info) yield info;
  }
}

/** The names directly below a prefix that have something below them. */
export async function foldersBelow(bucket: S3Bucket, prefix: string): Promise<string[]> {
  const names: string[] = [];
  let from: string | undefined;
  do {
    const page = await bucket.page(prefix, from, { delimiter: '/' });
    names.push(...page.folders.map((folder) => folder.slice(prefix.length, -1)));
    from = page.next;
  } while (from !== undefined);
  return names.filter((name) => name !== '' && !name.startsWith('.')).sort();
}

/** The names of the objects directly below a prefix. */
export async function namesBelow(bucket: S3Bucket, prefix: string): Promise<string[]> {
  const names: string[] = [];
  let from: string | undefined;
  do {
    const page = await bucket.page(prefix, from, { delimiter: '/' });
    names.push(...page.objects.map(({ key }) => key.slice(prefix.length)));
    from = page.next;
  } while (from !== undefined);
  return names;
}

async function* visible(bucket: S3Bucket, prefix: string, signal?: AbortSignal): AsyncGenerator<S3Object> {
  for await (const seen of everything(bucket, prefix, signal)) {
    if (seen.key.split('/').every((name) => name !== '' && !name.startsWith('.'))) yield seen;
  }
}

/** Every object below a prefix, page by page. */
export async function* everything(bucket: S3Bucket, prefix: string, signal?: AbortSignal): AsyncGenerator<S3Object> {
  let from: string | undefined;
  do {
    signal?.throwIfAborted();
    const page = await bucket.page(prefix, from, { signal });
    yield* page.objects;
    from = page.next;
  } while (from !== undefined);
}

/**
 * S3 sorts by UTF-8, we by UTF-16, and they disagree only about characters from U+D800 on. Keys between two such keys
 * have such characters too, so it is enough to sort each run of them.
 */
async function* sorted(objects: AsyncIterable<S3Object>): AsyncGenerator<S3Object> {
  let run: S3Object[] = [];
  for await (const seen of objects) {
    if (/[\ud800-\uffff]/.test(seen.key)) {
      run.push(seen);
      continue;
    }
    yield* inOrder(run);
    run = [];
    yield seen;
  }
  yield* inOrder(run);
}

function inOrder(run: S3Object[]): S3Object[] {
  return run.sort((a, b) => (a.key < b.key ? -1 : 1));
}
