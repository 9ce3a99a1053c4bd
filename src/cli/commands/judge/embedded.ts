import type { OptionValues } from '../../../kernel/toolset.ts';
import type { Log } from '../../../lib/log.ts';
import type { JudgeSource } from '../../../toolsets/oj/embedded.ts';
import { checkPlace, placeOf } from './place.ts';

/** The judge inside of this program; it is loaded when it is opened. */
export function embeddedJudge(options: OptionValues, log: Log): JudgeSource {
  const place = placeOf(options, process.env);
  return {
    check: () => checkPlace(place),
    open: async () => {
      const { openJudgeFor } = await import('./open.ts');
      return openJudgeFor({
        file: place.file,
        env: process.env,
        trusted: true,
        onFailure: (failure) => log.error({ err: failure }, 'the embedded judge failed at something'),
        onModelLoaded: (milliseconds) => log.info?.({ milliseconds }, 'the model that searches by meaning was loaded'),
      });
    },
  };
}
