import { join } from 'node:path';
import type { ExportReport } from '../../../engines/library/export/export-book.ts';
import { printable } from './printable.ts';

interface Telling {
  readonly json?: boolean;
  readonly watch?: boolean;
}

/** Prints what an export has done. Of a round that changed nothing there is nothing to tell. */
export function tellExport(report: ExportReport, out: string, { json, watch }: Telling, isRound = false): void {
  const { written, removed, kept, in_the_way, left_out } = report;
  if (isRound && written.length + removed.length + in_the_way.length === 0 && report.status === 'complete') return;
  if (json) {
    // One line a round, for programs that follow.
    process.stdout.write(`${JSON.stringify({ ...report, out }, undefined, watch ? undefined : 2)}\n`);
    return;
  }
  const lines = [
    ...kept.map((path) => `kept      ${path} (changed in the folder; delete it there to have it written anew)`),
    ...in_the_way.map((path) => `not done  ${path} (something else is in its place)`),
    ...left_out.map(({ path, error }) => `left out  ${path} (${error})`),
    `${report.book} as ${report.format}${report.status === 'partial' ? ', partial' : ''}: ${counts(report)}`,
    ...(isRound ? [] : [`${nextStep(report, out)}`]),
  ];
  process.stdout.write(`${lines.map(printable).join('\n')}\n`);
}

function counts({ pages, written, removed, unchanged }: ExportReport): string {
  const files = `${written.length} files written, ${removed.length} removed, ${unchanged} unchanged`;
  return `${pages} pages; ${files}`;
}

function nextStep({ format, book }: ExportReport, out: string): string {
  if (format === 'html') return `Open ${join(out, 'index.html')}.`;
  if (format === 'epub') return `The book is ${join(out, `${book}.epub`)}.`;
  return format === 'mdbook'
    ? `Build it with: mdbook build ${out}`
    : `Build it with: cd ${out} && npm install && npm run build`;
}
