import { Turns } from '../../../lib/turns.ts';
import type { Library } from '../commit/library.ts';
import { BASE } from '../model/file-key.ts';
import type { BookId, Owner } from '../model/names.ts';
import { StorageFailure } from '../storage/storage.ts';
import { type Book, type BookOptions, readBook } from './book/book.ts';
import { LessonReader, Overtaken, Unreadable } from './book/lesson-reader.ts';
import { type LeftOut, takeSnapshot } from './book/snapshot.ts';
import { OutFolder } from './out/out-folder.ts';
import type { OutputFile } from './out/output-file.ts';

export const EXPORT_FORMATS = ['docusaurus', 'mdbook', 'epub', 'html'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportRequest extends BookOptions {
  readonly book: BookId;
  readonly folder: string;
  readonly format: ExportFormat;
  /** Whose view it is (default: what everybody sees). */
  readonly user?: Owner | undefined;
}

export interface ExportReport {
  readonly book: string;
  readonly format: ExportFormat;
  readonly title: string;
  /** `partial` when something of the book is missing. */
  readonly status: 'complete' | 'partial';
  readonly pages: number;
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: number;
  /** Files of the export that somebody has changed, and that were left so. */
  readonly kept: readonly string[];
  /** Files that were not written because something else is in their place. */
  readonly in_the_way: readonly string[];
  readonly left_out: readonly LeftOut[];
}

/** A report, and of which state of the book it is. */
export interface ExportRun {
  readonly report: ExportReport;
  /** Of the newest change that is in it. */
  readonly newest: string;
}

/** How often a book may change while it is read; what has been made already is not made again. */
const MOST_ATTEMPTS = 20;

/** Brings books into folders, again and again if need be; texts that did not change are not taken apart again. */
export class BookExporter {
  readonly #reader: LessonReader;

  constructor(private readonly library: Library) {
    this.#reader = new LessonReader(library);
  }

  /**
   * Writes a book, as it is at one moment, into a folder. Nothing is seen there before all of it is made; what others have put there
   * stays. A run that was killed is mended by the next one.
   */
  async run(request: ExportRequest): Promise<ExportRun> {
    const { book, folder, format, user = BASE, signal } = request;
    await takeSnapshot(this.library, book, user);
    const of = { book, format, ...(user !== BASE && { user }) };
    const out = await OutFolder.open(folder, of);
    try {
      const { book: made, files, leftOut } = await this.#staged(out, request);
      const { inTheWay, ...publication } = await out.publish(files, signal);
      const isWhole = leftOut.length + inTheWay.length === 0;
      const report: ExportReport = {
        book,
        format,
        title: made.title,
        status: isWhole ? 'complete' : 'partial',
        pages: made.pages.length,
        ...publication,
        in_the_way: inTheWay,
        left_out: leftOut,
      };
      return { report, newest: made.snapshot.newest };
    } catch (error) {
      await out.leave().catch(() => undefined);
      throw error;
    }
  }

  /** Makes all files of one state of the book. */
  async #staged(out: OutFolder, request: ExportRequest) {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      try {
        return await this.#attempt(out, request);
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
      }
    }
    throw new StorageFailure('The book keeps changing while it is read. Try again.', true);
  }

  async #attempt(out: OutFolder, request: ExportRequest) {
    const { signal, progress } = request;
    const snapshot = await takeSnapshot(this.library, request.book, request.user ?? BASE);
    const book = await readBook(snapshot, this.#reader, { ...request, progress: undefined });
    const { files: all, leftOut } = await this.#outputs(book, request.format);
    const missing = [...book.leftOut, ...leftOut];
    const files: OutputFile[] = [];
    const turns = new Turns();
    for (const [at, file] of all.entries()) {
      signal?.throwIfAborted();
      await turns.next();
      try {
        await out.stage(file, signal);
        files.push(file);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        // A text could be read a moment ago, and others refer to it.
        if (!file.source?.startsWith('static/')) throw new Overtaken();
        missing.push({ path: file.source, error: error.message });
      }
      progress?.(at + 1, all.length);
    }
    return { book, files, leftOut: missing };
  }

  async #outputs(book: Book, format: ExportFormat): Promise<{ files: OutputFile[]; leftOut: LeftOut[] }> {
    const { library } = this;
    const whole = async (files: Promise<OutputFile[]>) => ({ files: await files, leftOut: [] });
    switch (format) {
      case 'html':
        return await whole((await import('./html/html-site.ts')).htmlSite(book, library));
      case 'epub':
        return await (await import('./epub/epub.ts')).epub(book);
      case 'mdbook':
        return await whole((await import('./sites/mdbook.ts')).mdbook(book, library));
      case 'docusaurus':
        return await whole((await import('./sites/docusaurus.ts')).docusaurus(book, library));
    }
  }
}
