import type { Settings } from '../../options/settings.ts';
import { lessonNamed, versionNamed } from './named-lesson.ts';
import { withLibrary } from './session.ts';

export interface RestoreFlags {
  readonly user?: string;
  readonly json?: boolean;
}

/** Writes an old version of a lesson as its newest one; what is there now stays in the history. */
export async function restoreLesson(
  [book, path, version]: readonly [book: string, path: string, version: string],
  flags: RestoreFlags,
  settings: Settings,
): Promise<number> {
  const asked = await lessonNamed(book, path, flags.user);
  const access = { settle: true, writes: true };
  return await withLibrary('restore', settings, access, async ({ world: { library }, agentId, progress }) => {
    const { findVersion, lesson } = await import('../../../engines/library/index.ts');
    const found = await findVersion(library, asked, versionNamed(version));
    const file = lesson(asked.book, asked.path, asked.user);
    const before = (await library.known(file))?.sha256;
    const bytes = await library.versions.read(found.file, found.row);
    const { sha256 } = found.row;
    if (before !== sha256) await library.write(file, bytes, before, { agentId, operation: 'restore_content' });
    progress.end();
    const report = {
      path: asked.path,
      file_hash: sha256,
      replaced: before ?? null,
      restored_from: found.row.writtenAt,
    };
    const what = before === sha256 ? 'is as in' : 'was restored to';
    const sentence = `${asked.path} ${what} version ${sha256.slice(0, 12)} of ${found.row.writtenAt}.`;
    process.stdout.write(flags.json ? `${JSON.stringify(report, undefined, 2)}\n` : `${sentence}\n`);
    return 0;
  });
}
