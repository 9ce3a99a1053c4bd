import type { Command } from 'commander';
import { addOptionsOfAllToolsets, grouped, onlyOnce } from '../../options/add-options.ts';
import type { Flags } from '../../options/settings.ts';
import { SERVE_OPTIONS } from './options.ts';

const TOKENS = 'Tokens:';
const LIMITS = 'Limits:';

/** The heading of an option in the help; the others come first. */
const HEADINGS: Readonly<Record<string, string>> = {
  tokenFile: TOKENS,
  jwksUrl: TOKENS,
  issuer: TOKENS,
  audience: TOKENS,
  otherAudiences: TOKENS,
  jwtTypes: TOKENS,
  clockSkew: TOKENS,
  wrongTokens: TOKENS,
  trustedProxy: TOKENS,
  rateLimit: LIMITS,
  maxConcurrent: LIMITS,
  maxQueue: LIMITS,
  maxSessions: LIMITS,
  sessionIdle: LIMITS,
  maxConnections: LIMITS,
  maxConnectionsPerAddress: LIMITS,
  memoryBudget: LIMITS,
  headerTimeout: LIMITS,
  requestTimeout: LIMITS,
  shutdownGrace: LIMITS,
};

/** Adds `quartet serve`. */
export function addServe(program: Command): void {
  const command = program.command('serve').description('serve the toolsets over HTTP, with a console for people');
  for (const heading of [undefined, TOKENS, LIMITS]) {
    for (const { key, flag, env, description } of SERVE_OPTIONS) {
      if (flag === undefined || HEADINGS[key] !== heading) continue;
      const option = grouped(heading, flag, `${description} (${env})`);
      command.addOption(flag.includes(' ') ? option.argParser(onlyOnce(flag)) : option);
    }
  }
  addOptionsOfAllToolsets(command).action(async (flags: Flags) => {
    const { runHttpServer } = await import('./serve.ts');
    await runHttpServer(flags, process.env);
  });
}
