import * as z from 'zod';
import { shaped } from './failure.ts';
import { innerHtml } from './html.ts';
import { bare, type Platform } from './platform.ts';

const tasks = z.array(
  z.object({
    id: z.string(),
    contest_id: z.string(),
    problem_index: z.string(),
    name: z.string(),
    title: z.string(),
  }),
);
const models = z.record(z.string(), z.object({ difficulty: z.number().nullish() }));

interface AtcoderOrigins {
  /** AtCoder Problems, which has the list. */
  readonly lists: string;
  readonly tasks: string;
}

const USUAL: AtcoderOrigins = { lists: 'https://kenkoooo.com', tasks: 'https://atcoder.jp' };

/** AtCoder: the list and the difficulties are those of AtCoder Problems. */
export function atcoder(origins: AtcoderOrigins = USUAL): Platform {
  return {
    source: 'atcoder',
    gapMs: 1100,
    async *list(web) {
      const resources = `${origins.lists}/atcoder/resources`;
      const listed = shaped(tasks, await web.json(`${resources}/problems.json`), 'problems.json');
      const estimates = shaped(models, await web.json(`${resources}/problem-models.json`), 'problem-models.json');
      yield {
        problems: listed.map(({ id, contest_id, problem_index, name }) =>
          bare({
            source: 'atcoder',
            id,
            slug: id,
            title: name,
            link: `https://atcoder.jp/contests/${contest_id}/tasks/${id}`,
            contest: contest_id,
            problem_index,
            rating: shownRating(estimates[id]?.difficulty),
          }),
        ),
        next: undefined,
        done: listed.length,
        total: listed.length,
      };
    },
    async statement(web, problem) {
      const page = `${origins.tasks}/contests/${problem.contest}/tasks/${problem.id}`;
      const english = statementIn(await web.text(`${page}?lang=en`), 'lang-en');
      if (english !== undefined) return { ...problem, content: english };
      const japanese = await web.text(`${page}?lang=ja`);
      const content = statementIn(japanese, 'lang-ja') ?? innerHtml(japanese, ({ id }) => id === 'task-statement');
      return content === undefined ? undefined : { ...problem, content: mathOf(content) };
    },
  };
}

function statementIn(page: string, language: string): string | undefined {
  const found = innerHtml(page, ({ name, classes }) => name === 'span' && classes.includes(language));
  return found === undefined ? undefined : mathOf(found);
}

const mathOf = (html: string) => html.replace(/<var>([\s\S]*?)<\/var>/g, (_, tex: string) => `$${tex}$`);

/** Estimates below 400 are drawn towards 0 where AtCoder shows ratings. */
function shownRating(difficulty: number | null | undefined): number | null {
  if (difficulty == null) return null;
  return Math.round(difficulty >= 400 ? difficulty : 400 / Math.exp(1 - difficulty / 400));
}
