import * as z from 'zod';
import { findBrokenReferences } from '../../../engines/library/markdown/book-references.ts';
import type { BookFinding } from '../../../engines/library/model/book-finding.ts';
import { notFound } from '../../../engines/library/model/failures.ts';
import { bookPrefix } from '../../../engines/library/model/files.ts';
import { bookId } from '../../../engines/library/model/names.ts';
import { validateBook as validate } from '../../../engines/library/reading/validate.ts';
import { aboutBook, bookTool, json, reads } from '../book-tool.ts';
import { originalPaths } from '../original-paths.ts';
import { AnswerPage } from '../pages.ts';
import type { BooksCall } from '../world.ts';
import { bookIdArgument } from './arguments.ts';

const finding = z.array(z.object({ path: z.string(), issue: z.string(), line: z.int().optional() }));

export const validateBook = bookTool({
  name: 'validate_book',
  title: 'Validate a book',
  description:
    'Checks names and places of all files of a book against the layout content/NN-Part/NN-Chapter/NN-lesson.md and static/TYPE/…, and the journal against the files.',
  input: z.strictObject({
    book_id: bookIdArgument,
    strict: z.boolean().optional().describe('Stop at the first error'),
    include_warnings: z.boolean().optional().describe('Also report warnings (default true)'),
  }),
  output: z.object({
    valid: z.boolean(),
    book_id: z.string(),
    errors: finding,
    warnings: finding,
    summary: z.object({
      total_files: z.int(),
      content_files: z.int(),
      error_count: z.int(),
      warning_count: z.int(),
    }),
    failed_at: z.string().optional(),
    hint: z.string().optional(),
  }),
  annotations: reads,
  subject: aboutBook,
  readsMany: () => 'book',
  run: async ({ book_id, strict = false, include_warnings = true }, { world, signal }: BooksCall) => {
    const book = bookId(book_id);
    if (!(await world.library.storage.exists(bookPrefix(book)))) {
      throw notFound(book, 'There is no such book. List the books with list_books.');
    }
    const unreadable = await world.library.reconciled(book);
    const report = await validate(world.library, book, strict, unreadable);
    const errors = strict ? report.errors.slice(0, 1) : report.errors;
    const warnings: BookFinding[] = include_warnings ? report.warnings : [];
    if (include_warnings && !(strict && errors.length > 0)) {
      const originals = await originalPaths(world.library, book);
      warnings.push(...(await findBrokenReferences(world.library, world.lessonFacts, { book, originals, signal })));
    }
    const page = new AnswerPage<BookFinding, undefined>([]);
    const fits = (finding: BookFinding) => page.add(finding, undefined);
    const shown = { errors: errors.filter(fits), warnings: warnings.filter(fits) };
    const left = errors.length + warnings.length - page.items.length;
    return json({
      valid: errors.length === 0,
      book_id,
      ...shown,
      summary: {
        total_files: report.totalFiles,
        content_files: report.contentFiles,
        error_count: errors.length,
        warning_count: warnings.length,
      },
      ...(strict && errors[0] && { failed_at: errors[0].path }),
      ...(left > 0 && { hint: `${left} more are not shown. Mend these, then validate again.` }),
    });
  },
});
