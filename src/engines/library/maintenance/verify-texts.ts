import type { Journal } from '../journal/journal.ts';
import type { Finding } from './finding.ts';

/** What search_content goes by. Repairing clears it: the next search makes it anew from the lessons. */
export async function verifyTexts({ texts }: Journal, repair: boolean): Promise<Finding[]> {
  const problems = await texts.problems();
  if (repair && problems.length > 0) await texts.clear();
  return problems.map((problem) => ({
    book: '',
    path: '',
    kind: 'texts',
    detail: `the index of search_content is damaged: ${problem}`,
    repaired: repair,
  }));
}
