import { setTimeout as sleep } from 'node:timers/promises';
import { leetcodeDaily } from '../judge/daily/leetcode.ts';
import { chooseEmbedder } from '../judge/embed/choose.ts';
import { type Judge, openJudge } from '../judge/judge.ts';
import { Web } from '../judge/sync/web.ts';
import { VERSION } from '../version.ts';
import { dataFile } from './data-folder.ts';
import { UsageError } from './usage.ts';

interface JudgeSettings {
  /** The database; `QUARTET_JUDGE_DB` or one in the data folder unless told. */
  readonly db?: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly trusted?: boolean;
  readonly requestsPerMinute?: number;
  readonly onFailure: (failure: unknown) => void;
  readonly onModelLoaded?: (milliseconds: number) => void;
}

/** Opens the judge with what the environment says about its database and its embedder. */
export function openJudgeFor({ db, env, onModelLoaded: onLoaded, ...options }: JudgeSettings): Promise<Judge> {
  const endpoint = endpointOf(env);
  return openJudge({
    ...options,
    file: db ?? (env.QUARTET_JUDGE_DB || dataFile('judge.db', env)),
    version: VERSION,
    now: () => new Date(Date.now()),
    ...dailyOf(env),
    embedder: () => chooseEmbedder({ endpoint, onLoaded }),
  });
}

// One short try: who asks waits for it, and the catalogue has a problem too.
const PATIENCE = { gapMs: 1000, tries: 1, timeLimitMs: 5000 };

function dailyOf({ QUARTET_JUDGE_DAILY: wanted }: NodeJS.ProcessEnv) {
  if (!wanted || wanted === 'catalogue') return {};
  if (wanted !== 'leetcode' && !URL.canParse(wanted))
    throw new UsageError(`QUARTET_JUDGE_DAILY is '${wanted}'; say catalogue, leetcode, or the URL of a copy of it`);
  const now = () => new Date(Date.now());
  const web = new Web({ ...PATIENCE, now, sleep: (milliseconds) => sleep(milliseconds) });
  const mirror = wanted === 'leetcode' ? undefined : wanted.replace(/\/+$/, '');
  return { fetchDaily: leetcodeDaily(web, now, mirror === undefined ? undefined : { com: mirror, cn: mirror }) };
}

function endpointOf({
  QUARTET_EMBEDDINGS_URL: url,
  QUARTET_EMBEDDINGS_MODEL: model,
  QUARTET_EMBEDDINGS_KEY: key,
}: NodeJS.ProcessEnv) {
  if (!url) return undefined;
  if (!URL.canParse(url)) throw new UsageError('QUARTET_EMBEDDINGS_URL is no URL; name the address above /embeddings');
  if (!model) throw new UsageError('QUARTET_EMBEDDINGS_URL needs QUARTET_EMBEDDINGS_MODEL beside it');
  return { url, model, key };
}
