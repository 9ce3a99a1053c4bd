import { setTimeout as sleep } from 'node:timers/promises';
import type { BookExporter, ExportFormat, ExportRequest } from '../../../engines/library/export/export-book.ts';
import { ConfigurationFailure } from '../../../lib/failures.ts';
import type { Settings } from '../../options/settings.ts';
import { suggestion, UsageError } from '../../terminal/usage.ts';
import { tellExport } from './export-output.ts';
import { bookNamed, failureSentence, userNamed, type Work, withLibrary } from './session.ts';

export const EXPORT_FORMATS = ['html', 'epub', 'docusaurus', 'mdbook'] satisfies ExportFormat[];

export interface ExportFlags {
  readonly format?: string;
  readonly user?: string;
  readonly title?: string;
  readonly language?: string;
  readonly watch?: boolean;
  readonly json?: boolean;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** Publishes a book into a folder. The exit code is 1 when something of it is missing there. */
export async function exportBook(id: string, out: string, flags: ExportFlags, settings: Settings): Promise<number> {
  const book = await bookNamed(id, 'BOOK');
  const format = formatNamed(flags.format ?? 'html');
  if (/\.epub$/i.test(out)) throw new UsageError(`OUT is a folder; the book becomes ${book}.epub in it`);
  const user = flags.user === undefined ? undefined : await userNamed(flags.user);
  const title = flags.title === undefined ? undefined : titleGiven(flags.title);
  const language = flags.language === undefined ? undefined : languageNamed(flags.language);
  return await withLibrary('export', settings, { settle: true }, async (work) => {
    const { BookExporter } = await import('../../../engines/library/export/export-book.ts');
    const { signal, progress } = work;
    const request: ExportRequest = {
      book,
      folder: out,
      format,
      user,
      title,
      language,
      signal,
      progress: (done, total) => progress.show(done, total),
    };
    const exporter = new BookExporter(work.world.library);
    const { report, newest } = await exporter.run(request);
    progress.end();
    tellExport(report, out, flags);
    if (flags.watch) return await keepUpToDate(exporter, { ...request, progress: undefined }, newest, work, flags);
    return report.status === 'complete' ? 0 : 1;
  });
}

/** Exports again whenever the book has changed, until Ctrl-C. A round that fails is told, and tried again. */
async function keepUpToDate(
  exporter: BookExporter,
  request: ExportRequest,
  first: string,
  { world, signal }: Work,
  flags: ExportFlags,
): Promise<number> {
  const { untilChanged } = await import('../../../engines/library/export/watch.ts');
  const { book, user, folder } = request;
  if (!flags.json) process.stdout.write('Watching for changes; Ctrl-C ends it.\n');
  let since = first;
  let pauseMs = 0;
  while (!signal.aborted) {
    try {
      if (pauseMs === 0) since = await untilChanged(world.library, { book, user, since, signal });
      else await sleep(pauseMs, undefined, { signal });
      const { report } = await exporter.run(request);
      pauseMs = 0;
      tellExport(report, folder, flags, true);
    } catch (error) {
      if (signal.aborted) return 0;
      const sentence = error instanceof ConfigurationFailure ? error.message : await failureSentence(error);
      if (sentence === undefined) throw error;
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs === 0 ? FIRST_PAUSE_MS : 2 * pauseMs);
      process.stderr.write(`quartet: ${sentence} Trying again in ${pauseMs / 1000} s.\n`);
    }
  }
  return 0;
}

function formatNamed(text: string): ExportFormat {
  const format = EXPORT_FORMATS.find((known) => known === text);
  if (format === undefined) throw new UsageError(`--format: ${suggestion(text, EXPORT_FORMATS)}`);
  return format;
}

function titleGiven(text: string): string {
  if (text.trim() === '') throw new UsageError('--title must not be empty');
  return text;
}

function languageNamed(text: string): string {
  try {
    return Intl.getCanonicalLocales(text)[0] as string;
  } catch {
    throw new UsageError('--language must be the tag of a language, such as en, de or pt-BR');
  }
}
