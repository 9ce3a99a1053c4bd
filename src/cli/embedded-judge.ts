import type { Judge } from '../judge/judge.ts';
import type { Log } from '../kernel/log.ts';

/** The judge inside of this program; it is loaded and opened by the first request. */
export function openEmbeddedJudge(log: Log): {
  fetch: (request: Request) => Promise<Response>;
  close: () => Promise<void>;
} {
  let opening: Promise<Judge> | undefined;
  const open = () => {
    opening ??= openTrusted(log).catch((failure: unknown) => {
      opening = undefined;
      throw failure;
    });
    return opening;
  };
  return {
    fetch: async (request) => (await open()).fetch(request),
    close: async () => {
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}

async function openTrusted(log: Log): Promise<Judge> {
  const { openJudgeFor } = await import('./open-judge.ts');
  return openJudgeFor({
    env: process.env,
    trusted: true,
    onFailure: (failure) => log.error({ err: failure }, 'the embedded judge failed at something'),
    onModelLoaded: (milliseconds) => log.info({ milliseconds }, 'the model that searches by meaning was loaded'),
  });
}
