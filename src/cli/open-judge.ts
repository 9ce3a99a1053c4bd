import { chooseEmbedder } from '../judge/embed/choose.ts';
import { type Judge, openJudge } from '../judge/judge.ts';
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
    embedder: () => chooseEmbedder({ endpoint, onLoaded }),
  });
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
