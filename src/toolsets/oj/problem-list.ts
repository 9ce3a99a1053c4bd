import * as z from 'zod';
import { ToolFailure } from '../../kernel/errors.ts';
import { encode, segment } from './arguments.ts';
import type { Judge } from './judge.ts';
import { describeError, isJson, readReply } from './replies.ts';
import { type Listed, listShape, statusShape } from './shapes.ts';

/** Which problems are wanted; what is left out does not matter. */
export interface ListFilter {
  readonly difficulty?: string | undefined;
  /** Several with commas: any of them. */
  readonly tag?: string | undefined;
  /** Within an id or a title. */
  readonly query?: string | undefined;
}

/** From where a list goes on: the platforms that are left, and how many problems of the first one were given. */
export const placeShape = z.object({
  sources: z.array(z.string()).min(1).max(16),
  offset: z.int().min(0),
  total: z.int().min(0).optional(),
});
export type Place = z.infer<typeof placeShape>;

export type ListedProblem = Listed & { readonly source: string };

interface ProblemPage {
  readonly problems: readonly ListedProblem[];
  readonly total: number;
  readonly next: Place | undefined;
}

/** A judge that tells of more is asked for one platform at a time. */
const MOST_SOURCES = 16;

/** Lists the problems of a judge, of one platform or of all, by the judge's own list, which goes by platform and page. */
export class ProblemList {
  constructor(
    private readonly judge: Judge,
    private readonly filter: ListFilter,
    private readonly signal: AbortSignal,
  ) {}

  /** Where the list of all platforms begins: with the first one of which something is wanted; undefined when there is none. */
  async start(): Promise<Place | undefined> {
    const sources = await this.#platforms();
    const pages = await Promise.all(sources.map((source) => this.#page(source, 1, 1)));
    const total = pages.reduce((sum, { meta }) => sum + meta.total, 0);
    const left = sources.filter((_, at) => (pages[at]?.meta.total ?? 0) > 0);
    return left.length === 0 ? undefined : { sources: left, offset: 0, total };
  }

  /** So many problems from a place on; fewer only at the end. */
  async from(start: Place, limit: number): Promise<ProblemPage> {
    const problems: ListedProblem[] = [];
    let { total } = start;
    let next: Place | undefined = start;
    while (next !== undefined && problems.length < limit) {
      const [source = '', ...others]: readonly string[] = next.sources;
      const { offset }: Place = next;
      const part = await this.#range(source, offset, limit - problems.length, limit);
      problems.push(...part.rows.map((row) => ({ ...row, source: row.source ?? source })));
      total ??= part.total;
      const isOver = part.rows.length === 0 || offset + part.rows.length >= part.total;
      if (!isOver) next = { sources: next.sources, offset: offset + part.rows.length, total };
      else next = others.length === 0 ? undefined : { sources: others, offset: 0, total };
    }
    return { problems, total: total ?? 0, next };
  }

  /** Some rows of a platform, which may be on two pages. */
  async #range(source: string, offset: number, count: number, perPage: number) {
    const first = Math.floor(offset / perPage) + 1;
    const skipped = offset - (first - 1) * perPage;
    const { data, meta } = await this.#page(source, first, perPage);
    const isOnTwo = skipped + count > perPage && first * perPage < meta.total;
    const rest = isOnTwo ? (await this.#page(source, first + 1, perPage)).data : [];
    return { rows: [...data, ...rest].slice(skipped, skipped + count), total: meta.total };
  }

  async #page(source: string, page: number, perPage: number): Promise<z.output<typeof listShape>> {
    const path = `/api/v1/problems/${segment('source', source)}?page=${page}&per_page=${perPage}${this.#parameters()}`;
    const reply = await this.judge.get(path, this.signal);
    if (ABSENT.has(reply.status) || (reply.status === 200 && !isJson(reply))) {
      throw new ToolFailure(
        `This judge does not list its problems (status ${reply.status}). Use resolve_problem or find_similar_problems.`,
      );
    }
    const answer = readReply(reply, listShape);
    const expected = Math.max(0, Math.min(perPage, answer.meta.total - (page - 1) * perPage));
    if (answer.meta.page !== page || answer.data.length !== expected) throw ignored('page');
    this.#check(answer.data);
    return answer;
  }

  #parameters(): string {
    const { difficulty, tag, query } = this.filter;
    const given = Object.entries({ difficulty, tags: tag, search: query });
    return given.map(([name, value]) => (value === undefined ? '' : `&${name}=${encode(value)}`)).join('');
  }

  /** A judge that does not know a parameter may well ignore it: then its list is not what was asked for. */
  #check(rows: readonly Listed[]): void {
    const { difficulty, tag, query } = this.filter;
    const tags = tag?.split(',').map((one) => small(one.trim()));
    if (difficulty !== undefined && rows.some((row) => small(row.difficulty) !== small(difficulty)))
      throw ignored('difficulty');
    if (tags && rows.some((row) => !row.tags?.some((one) => tags.includes(small(one))))) throw ignored('tag');
    const named = ({ id, title, title_cn }: Listed) =>
      [id, title, title_cn].some((name) => small(name).includes(small(query)));
    if (query !== undefined && rows.length > 0 && !rows.some(named)) throw ignored('query');
  }

  async #platforms(): Promise<string[]> {
    const reply = await this.judge.get('/status', this.signal);
    if (reply.status !== 200 || !isJson(reply))
      throw new ToolFailure(
        `Name a platform as "source": the judge does not tell which it has. ${describeError(reply)}`,
      );
    const { platforms } = readReply(reply, statusShape);
    const sources = platforms.filter(({ total }) => total !== '0').map(({ source }) => source);
    if (sources.length <= MOST_SOURCES) return sources;
    throw new ToolFailure(`Name a platform as "source": the judge has ${sources.length}, too many to list at once.`);
  }
}

/** What a server without such an address answers. */
const ABSENT: ReadonlySet<number> = new Set([404, 405, 501]);

function small(text: string | null | undefined): string {
  return (text ?? '').toLowerCase();
}

function ignored(argument: string): ToolFailure {
  return new ToolFailure(
    argument === 'page'
      ? 'This judge does not give its list of problems page by page, so it cannot be shown.'
      : `This judge takes no notice of "${argument}" in its list of problems. Leave it out, or use find_similar_problems.`,
  );
}
