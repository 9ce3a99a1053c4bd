import type { Moved, MoveRequest } from '../../../engines/library/index.ts';
import type { Settings } from '../../options/settings.ts';
import { printable } from './printable.ts';
import { bookNamed, withLibrary } from './session.ts';

export interface MoveFlags {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Moves a lesson, a chapter or an asset with the links that lead there, and prints what came of it. */
export async function moveFiles(
  [name, from, to]: readonly [book: string, from: string, to: string],
  { dryRun = false, json = false }: MoveFlags,
  settings: Settings,
): Promise<number> {
  const book = await bookNamed(name, 'BOOK');
  const access = { settle: !dryRun, writes: !dryRun };
  return await withLibrary('move', settings, access, async ({ world, agentId, signal, progress }) => {
    const { library, markdown } = world;
    const { move, planMove } = await import('../../../engines/library/index.ts');
    const { originalPaths } = await import('../../../toolsets/books/original-paths.ts');
    const originals = await originalPaths(library, book);
    const request: MoveRequest = { book, from: whole(from), to: whole(to), originals, signal, admit: async () => {} };
    await library.reconciled(book);
    const done = dryRun
      ? await planMove(library, markdown, request)
      : await move(library, markdown, request, { agentId, operation: 'move_content' });
    progress.end();
    process.stdout.write(
      json ? `${JSON.stringify(inToolSpelling(done, dryRun), undefined, 2)}\n` : inWords(done, dryRun),
    );
    return done.unchecked.size > 0 ? 1 : 0;
  });
}

/** `content/` may be left out. */
function whole(path: string): string {
  return /^(?:content|static)\//.test(path) ? path : `content/${path}`;
}

function inToolSpelling({ moved, rewritten, unchecked }: Moved, dryRun: boolean) {
  return {
    status: dryRun ? 'dry_run' : 'success',
    moved: moved.map(({ from, to, sha256 }) => ({ from, to, file_hash: sha256 })),
    rewritten: rewritten.map(({ path, links, sha256 }) => ({ path, links, file_hash: sha256 })),
    unchecked: [...unchecked],
  };
}

function inWords({ moved, rewritten, unchecked }: Moved, dryRun: boolean): string {
  const links = rewritten.reduce((sum, one) => sum + one.links, 0);
  const lines = [
    ...moved.flatMap(({ from, to }) => [`moved      ${from}`, `to         ${to}`]),
    ...rewritten.map((one) => `rewritten  ${one.path} (${counted(one.links, 'link')})`),
    ...[...unchecked].map((path) => `unchecked  ${path} (its links have to be looked at by hand)`),
    `${dryRun ? 'Would move' : 'Moved'} ${counted(moved.length, 'file')} and ${dryRun ? 'rewrite' : 'rewrote'} ${counted(links, 'link')} in ${counted(rewritten.length, 'lesson')}.`,
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
