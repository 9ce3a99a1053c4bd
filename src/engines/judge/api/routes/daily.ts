import { DOMAINS, type Domain, todayOf } from '../../daily/domains.ts';
import { badParameter, shown } from '../http-problem.ts';
import type { Parameters } from '../parameters.ts';
import type { Route } from '../route.ts';

const FIRST_DAY = '2020-04-01';
const DAY_MS = 24 * 3_600_000;
const ALIASES = { 'leetcode.com': 'com', 'leetcode.cn': 'cn' } as const;

/** `/api/v1/daily` */
export const getDaily: Route = async ({ daily, now }, _, query) => {
  const ofCatalogue = query.text('source') === 'quartet';
  const domain = ofCatalogue ? (query.choice('domain', ['com', 'cn'] as const) ?? 'com') : domainOf(query);
  const date = dateOf(query, domain, now());
  const wait = !query.flag('async');
  if (ofCatalogue) return daily.ofCatalogue(date, domain);
  const answer = await daily.get(domain, date, { wait });
  if ('challenge' in answer) return answer.challenge;
  const { retryAfter } = answer;
  const fetching = { status: 'fetching', retry_after: retryAfter };
  return Response.json(fetching, { status: 202, headers: { 'retry-after': String(retryAfter) } });
};

function domainOf(query: Parameters): Domain {
  const domain = query.choice('domain', ['com', 'cn'] as const);
  const source = query.choice('source', ['leetcode.com', 'leetcode.cn', 'quartet'] as const);
  const meant = source === undefined || source === 'quartet' ? undefined : ALIASES[source];
  if (domain !== undefined && meant !== undefined && domain !== meant)
    throw badParameter('source', `source ${source} and domain ${domain} disagree; give one of them`);
  return domain ?? meant ?? 'com';
}

function dateOf(query: Parameters, domain: Domain, now: Date): string {
  const { zone } = DOMAINS[domain];
  const today = todayOf(domain, now);
  const date = query.text('date') ?? today;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw badParameter('date', `invalid date: ${shown(date)}; use YYYY-MM-DD`);
  if (!isDay(date)) throw badParameter('date', `invalid date: ${date}; the calendar has no such day`);
  if (date < FIRST_DAY) throw badParameter('date', `invalid date: ${date}; daily challenges begin on ${FIRST_DAY}`);
  if (date > today) throw badParameter('date', `invalid date: ${date}; today is ${today} in ${zone}`);
  return date;
}

function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && time % DAY_MS === 0 && new Date(time).toISOString().startsWith(date);
}
