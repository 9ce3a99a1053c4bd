import { resolve } from 'node:path';
import type { OptionValues } from '../../../kernel/toolset.ts';
import type { Log } from '../../../lib/log.ts';
import type { JudgeSource } from '../../../toolsets/oj/embedded.ts';
import { checkPlace, placeOf } from './place.ts';

/** The judge inside of this program; it is loaded when it is opened. */
export function embeddedJudge(options: OptionValues, log: Log, env = process.env): JudgeSource {
  const place = placeOf(options, env);
  return {
    check: () => checkPlace(place),
    facts: async () => [
      { label: 'Database', value: resolve(place.file) },
      { label: 'Embedder', value: await embedderOf(env) },
    ],
    open: async () => {
      const { openJudgeFor } = await import('./open.ts');
      return openJudgeFor({
        file: place.file,
        env,
        trusted: true,
        onFailure: (failure) => log.error({ err: failure }, 'the embedded judge failed at something'),
        onModelLoaded: (milliseconds) => log.info?.({ milliseconds }, 'the model that searches by meaning was loaded'),
      });
    },
  };
}

async function embedderOf({ QUARTET_EMBEDDINGS_URL: url = '', QUARTET_EMBEDDINGS_MODEL: model }: NodeJS.ProcessEnv) {
  const { embedderName } = await import('../../../engines/judge/embed/choose.ts');
  return embedderName(model && URL.canParse(url) ? { url, model } : undefined);
}
