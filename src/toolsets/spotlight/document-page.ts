import { badValue, fileNotFound, textless, unreadableContent } from '../../engines/filesearch/failures.ts';
import { pageFrom, wholeText } from '../../engines/filesearch/preview/whole-text.ts';
import type { Call, ToolOutput } from '../../kernel/tool.ts';
import { codeOf } from '../../lib/errno.ts';
import { CallFailure } from '../../lib/failures.ts';
import { flagOf } from './search-arguments.ts';
import { integer, type Published, type RawArguments, type SpotlightWorld } from './spotlight-tool.ts';

/** As much as a page of hits. */
const PAGE_BYTES = 4000;

const EMPTY = 'There is no text in it. Of a scanned document only pictures are there; its letters cannot be read.';

export const textArguments: Readonly<Record<string, Published>> = {
  text: { type: 'boolean', description: 'Its text instead, paged' },
  offset: { type: 'integer', description: 'next_offset of the last answer' },
};

/** Whether a call is about the text of a file. */
export function wantsText(args: RawArguments): boolean {
  return flagOf(args, 'text');
}

/** A page of the text that can be read in a file, and where the next one begins. */
export async function documentPage(
  { path, real }: { readonly path: string; readonly real: string },
  args: RawArguments,
  call: Call<SpotlightWorld>,
): Promise<ToolOutput> {
  const offset = offsetOf(args);
  const reserve = (_: string, bytes: number) => call.reserve(bytes);
  const whole = await wholeText(real, { documents: call.world.documents, reserve }).catch((error: unknown) => {
    if (call.signal.aborted || error instanceof CallFailure) throw error;
    throw codeOf(error) === 'ENOENT' ? fileNotFound(path) : unreadableContent(path);
  });
  if ('reason' in whole) throw textless(path, whole.reason);
  const total = whole.text.length;
  if (offset > total) throw badValue('offset', `at most ${total}, where the text ends`, String(offset));
  const [start, end] = pageFrom(whole.text, offset, PAGE_BYTES);
  const text = whole.text.slice(start, end);
  const isLast = end === total;
  const rest = `Characters ${start} to ${end} of ${total}. For the next ones, call again with the same arguments and "offset": ${end}.`;
  const remark = [
    ...(isLast ? [] : [rest]),
    ...(total === 0 ? [EMPTY] : []),
    ...(isLast && whole.isCut ? ['The file goes on, but no more of it can be read.'] : []),
  ];
  return {
    text,
    data: { text, offset: start, ...(!isLast && { next_offset: end }), total, truncated: whole.isCut },
    ...(remark.length > 0 && { remark: remark.join(' ') }),
  };
}

function offsetOf({ offset }: RawArguments): number {
  if (offset === undefined) return 0;
  const number = integer(offset);
  if (number === undefined || number < 0) throw badValue('offset', 'a whole number, next_offset of the last answer');
  return number;
}
