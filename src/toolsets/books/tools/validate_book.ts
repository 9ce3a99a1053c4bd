import * as z from 'zod';
import { defineTool } from '../../../kernel/tool.ts';
import { notFound } from '../failures.ts';
import { bookId, bookPrefix } from '../paths.ts';
import { validateBook as validate } from '../validate.ts';
import { type BooksCall, json, reads } from '../world.ts';
import { bookIdArgument } from './arguments.ts';

const finding = z.array(z.object({ path: z.string(), issue: z.string() }));

export const validateBook = defineTool({
  name: 'validate_book',
  title: 'Validate a book',
  description:
    'Checks names and places of all files of a book against the layout content/NN-Part/NN-Chapter/NN-lesson.md and static/TYPE/…, and the journal against the files.',
  input: z.strictObject({
    book_id: bookIdArgument,
    strict: z.boolean().optional().describe('Stop at the first error (default false)'),
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
  }),
  annotations: reads,
  run: ({ book_id, strict = false, include_warnings = true }, { world, caller }: BooksCall) =>
    world.audit.around(world.agentOf(caller), 'validate_book', { bookId: book_id }, async () => {
      const book = bookId(book_id);
      if (!(await world.library.storage.exists(bookPrefix(book)))) {
        throw notFound(book, 'There is no such book. List the books with list_books.');
      }
      await world.library.reconciled(book);
      const report = await validate(world.library, book, strict);
      const errors = strict ? report.errors.slice(0, 1) : report.errors;
      const warnings = include_warnings ? report.warnings : [];
      return json({
        valid: errors.length === 0,
        book_id,
        errors,
        warnings,
        summary: {
          total_files: report.totalFiles,
          content_files: report.contentFiles,
          error_count: errors.length,
          warning_count: warnings.length,
        },
        ...(strict && errors[0] && { failed_at: errors[0].path }),
      });
    }),
});
