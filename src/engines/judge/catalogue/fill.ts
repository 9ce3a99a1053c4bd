import { createHash } from 'node:crypto';
import type { Problem } from '../store/problem.ts';
import type { Store } from '../store/store.ts';
import { CATALOGUE_SOURCE, type CatalogueProblem, loadCatalogue } from './catalogue.ts';
import { problemContent } from './content.ts';

const SETTING = 'catalogue';

/** Puts the catalogue into the store, unless this very catalogue is there. Gives the number of problems written. */
export async function fillFromCatalogue(store: Store): Promise<number> {
  const catalogue = await loadCatalogue();
  const problems = catalogue.map(asStored);
  const mark = createHash('sha256').update(JSON.stringify(catalogue)).digest('hex');
  if (store.setting(SETTING) === mark) return 0;
  store.removeOthers(
    CATALOGUE_SOURCE,
    problems.map(({ id }) => id),
  );
  const written = store.write(problems, 'overwrite');
  store.words.setAbstracts(
    CATALOGUE_SOURCE,
    new Map(catalogue.map(({ number, abstract }) => [String(number), abstract])),
  );
  store.setSetting(SETTING, mark);
  return written;
}

function asStored(problem: CatalogueProblem): Problem {
  return {
    source: CATALOGUE_SOURCE,
    id: String(problem.number),
    slug: problem.slug,
    title: problem.title,
    title_cn: null,
    difficulty: problem.difficulty,
    ac_rate: null,
    rating: null,
    contest: null,
    problem_index: null,
    tags: problem.tags,
    link: null,
    category: 'Algorithms',
    paid_only: 0,
    content: problemContent(problem),
    content_cn: null,
    similar_questions: [],
  };
}
