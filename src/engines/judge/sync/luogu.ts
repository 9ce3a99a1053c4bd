import * as z from 'zod';
import type { Problem } from '../store/problem.ts';
import { SyncFailure, shaped } from './failure.ts';
import { acceptance, bare, type Platform } from './platform.ts';
import type { Web } from './web.ts';

const PER_PAGE = 50;
const DIFFICULTIES = [
  '暂无评定',
  '入门',
  '普及−',
  '普及/提高−',
  '普及+/提高',
  '提高+/省选−',
  '省选/NOI−',
  'NOI/NOI+/CTSC',
];

const list = z.object({
  data: z.object({
    problems: z.object({
      count: z.int(),
      result: z.array(
        z.object({
          pid: z.string(),
          title: z.string(),
          difficulty: z.int().min(0).max(7),
          tags: z.array(z.int()),
          totalSubmit: z.number(),
          totalAccepted: z.number(),
        }),
      ),
    }),
  }),
});
const tagList = z.object({ tags: z.array(z.object({ id: z.int(), name: z.string() })) });
const part = z.string().nullish();
const statement = z.object({
  data: z.object({
    problem: z.object({
      content: z.object({ background: part, description: part, formatI: part, formatO: part, hint: part }),
      samples: z.array(z.tuple([z.string(), z.string()])),
    }),
  }),
});

const SITE = 'https://www.luogu.com.cn';

/** Luogu: a page of its list is 50 problems; tags are numbers that another list names. */
export function luogu(origin = SITE): Platform {
  return listedByLuogu('luogu', origin, '', ({ pid, title }) => ({
    slug: pid.toLowerCase(),
    title,
    title_cn: title,
    link: `${SITE}/problem/${pid}`,
  }));
}

/** SPOJ as Luogu lists it, which puts the code of a problem before its name. */
export function spoj(origin = SITE): Platform {
  return listedByLuogu('spoj', origin, '&type=SP', ({ pid, title }) => {
    const [, code, name] = /^(\w+) - (.+)$/.exec(title) ?? [];
    const link = code === undefined ? `${SITE}/problem/${pid}` : `https://www.spoj.com/problems/${code}/`;
    return { slug: code ?? pid, title: name ?? title, link };
  });
}

type LuoguProblem = z.output<typeof list>['data']['problems']['result'][number];
type Naming = Pick<Problem, 'slug' | 'title' | 'link'> & Partial<Pick<Problem, 'title_cn'>>;

function listedByLuogu(
  source: string,
  origin: string,
  filter: string,
  named: (listed: LuoguProblem) => Naming,
): Platform {
  return {
    source,
    gapMs: 1000,
    async *list(web, cursor) {
      const { tags } = shaped(tagList, await web.json(`${origin}/_lfe/tags/zh-CN`), 'tags');
      const names = new Map(tags.map(({ id, name }) => [id, name]));
      for (let page = Number(cursor ?? 1); ; page++) {
        const { problems } = shaped(
          list,
          await content(web, `${origin}/problem/list?page=${page}${filter}`),
          'problem/list',
        ).data;
        const last = page * PER_PAGE >= problems.count || problems.result.length === 0;
        yield {
          problems: problems.result.map((one) =>
            bare({
              ...named(one),
              source,
              id: one.pid,
              difficulty: DIFFICULTIES[one.difficulty] ?? null,
              ac_rate: acceptance(one.totalAccepted, one.totalSubmit),
              tags: one.tags.flatMap((id) => names.get(id) ?? []),
            }),
          ),
          next: last ? undefined : String(page + 1),
          done: Math.min(problems.count, page * PER_PAGE),
          total: problems.count,
        };
        if (last) return;
      }
    },
    async statement(web, problem) {
      const answer = await content(web, `${origin}/problem/${problem.id}`);
      const { problem: told } = shaped(statement, answer, 'problem').data;
      const text = composed(told.content, told.samples);
      return text === '' ? undefined : { ...problem, content_cn: text };
    },
  };
}

/** The JSON of a page, which comes alone when asked for, or else inside of the page. */
async function content(web: Web, url: string): Promise<unknown> {
  const text = await web.text(url, { headers: { 'x-lentille-request': 'content-only' } });
  const json = /<script[^>]*id="lentille-context"[^>]*>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? text;
  try {
    return JSON.parse(json) as unknown;
  } catch {
    throw new SyncFailure(
      `${new URL(url).pathname} of Luogu has no lentille-context any more. Look for a newer Quartet.`,
    );
  }
}

type Parts = z.output<typeof statement>['data']['problem'];

function composed(
  { background, description, formatI, formatO, hint }: Parts['content'],
  samples: Parts['samples'],
): string {
  const sections: [string, string | null | undefined][] = [
    ['题目背景', background],
    ['题目描述', description],
    ['输入格式', formatI],
    ['输出格式', formatO],
    ...samples.map(([input, output], at): [string, string] => [
      `样例 ${at + 1}`,
      `输入:\n\n\`\`\`\n${input.trimEnd()}\n\`\`\`\n\n输出:\n\n\`\`\`\n${output.trimEnd()}\n\`\`\``,
    ]),
    ['说明/提示', hint],
  ];
  return sections.flatMap(([title, text]) => (text?.trim() ? [`## ${title}\n\n${text.trim()}`] : [])).join('\n\n');
}
