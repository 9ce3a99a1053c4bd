import { open } from 'node:fs/promises';
import { mapInParallel } from '../../../lib/in-parallel.ts';

const AT_ONCE = 16;
const HEAD_BYTES = 8192;

/** What authors say about the places of their files and folders: `sidebar_position` in front matter, `position` in `_category_.json`. By path below `docs/`. */
export async function readPositions(
  files: readonly { readonly path: string; readonly place: string }[],
): Promise<Map<string, number>> {
  const positions = new Map<string, number>();
  await mapInParallel(files, AT_ONCE, async ({ path, place }) => {
    const isCategory = path.endsWith('/_category_.json');
    if (!isCategory && !/\.mdx?$/.test(path)) return;
    // What cannot be read will be told when it is brought over.
    const head = await headOf(place).catch(() => '');
    const position = isCategory ? positionOfCategory(head) : positionOfLesson(head);
    if (position !== undefined) positions.set(isCategory ? path.slice(0, -'/_category_.json'.length) : path, position);
  });
  return positions;
}

async function headOf(place: string): Promise<string> {
  const handle = await open(place);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

function positionOfLesson(head: string): number | undefined {
  const matter = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)\r?\n---/.exec(head)?.[1] ?? '';
  return finite(/^sidebar_position:[ \t]*["']?(-?\d+(?:\.\d+)?)["']?[ \t]*(?:#.*)?\r?$/m.exec(matter)?.[1]);
}

function positionOfCategory(head: string): number | undefined {
  try {
    return finite((JSON.parse(head) as { position?: unknown } | null)?.position);
  } catch {
    return undefined;
  }
}

function finite(value: unknown): number | undefined {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}
