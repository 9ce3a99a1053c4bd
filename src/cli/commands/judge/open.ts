import { setTimeout as sleep } from 'node:timers/promises';
import { leetcodeDaily } from '../../../engines/judge/daily/leetcode.ts';
import { chooseEmbedder } from '../../../engines/judge/embed/choose.ts';
import { type Judge, openJudge } from '../../../engines/judge/judge.ts';
import { Web } from '../../../engines/judge/sync/web.ts';
import type { ProxySettings } from '../../../lib/proxies.ts';
import { VERSION } from '../../../version.ts';
import { UsageError } from '../../terminal/usage.ts';

interface JudgeSettings {
  readonly file: string;
  readonly env: NodeJS.ProcessEnv;
  readonly trusted?: boolean;
  readonly onFailure: (failure: unknown) => void;
  readonly onModelLoaded?: (milliseconds: number) => void;
}

/** Opens the judge with what the environment says about its problems of the day and its embedder. */
export function openJudgeFor({ env, onModelLoaded: onLoaded, ...options }: JudgeSettings): Promise<Judge> {
  const endpoint = endpointOf(env);
  return openJudge({
    ...options,
    version: VERSION,
    now: () => new Date(Date.now()),
    ...dailyOf(env),
    embedder: () => chooseEmbedder({ endpoint, onLoaded }),
  });
}

// One short try: the client waits for it, and the catalogue has a problem too.
const PATIENCE = { gapMs: 1000, tries: 1, timeLimitMs: 5000 };

function dailyOf(env: NodeJS.ProcessEnv) {
  const wanted = env.QUARTET_JUDGE_DAILY;
  if (!wanted || wanted === 'catalogue') return {};
  if (wanted !== 'leetcode' && !URL.canParse(wanted))
    throw new UsageError(`QUARTET_JUDGE_DAILY is '${wanted}'; say catalogue, leetcode, or the URL of a copy of it`);
  const now = () => new Date(Date.now());
  const web = new Web({ ...PATIENCE, now, sleep: (milliseconds) => sleep(milliseconds), proxy: proxiesOf(env) });
  const mirror = wanted === 'leetcode' ? undefined : wanted.replace(/\/+$/, '');
  return { fetchDaily: leetcodeDaily(web, now, mirror === undefined ? undefined : { com: mirror, cn: mirror }) };
}

/** The proxies of the environment, as `quartet oj` reads them. */
export function proxiesOf(env: NodeJS.ProcessEnv): ProxySettings {
  return {
    httpProxy: env.http_proxy || env.HTTP_PROXY || undefined,
    httpsProxy: env.https_proxy || env.HTTPS_PROXY || undefined,
    noProxy: env.no_proxy || env.NO_PROXY || undefined,
  };
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
