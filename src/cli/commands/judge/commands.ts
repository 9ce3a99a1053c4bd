import { Argument, type Command } from 'commander';
import { addLogFormat, offering } from '../../options/add-options.ts';
import { suggestion, UsageError } from '../../terminal/usage.ts';
import type { JudgeFlags, ServeFlags } from './judge.ts';
import { PLATFORM_NAMES } from './platform-names.ts';
import type { ImportFlags, SyncFlags } from './sync.ts';

// Loaded by the command that needs it: the help of other commands must not wait for a database.
const load = () => import('./judge.ts');
const loadSync = () => import('./sync.ts');

/** Adds `quartet judge` and what belongs to it; `finish` gets the exit code. */
export function addJudge(program: Command, finish: (code: number) => void): void {
  const judge = program
    .command('judge')
    .description('serve problems over HTTP, as an online judge of your own')
    .allowExcessArguments(false);
  addLogFormat(withDatabase(judge))
    .option('--host <name>', 'where to listen', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 takes any that is free', '8787')
    .option('--rate-limit <requests>', 'requests a minute that a client may make; 0 for any number', '600')
    // A mistyped command gets here.
    .allowExcessArguments()
    .action(async (flags: ServeFlags, { args: [word], commands }: Command) => {
      const known = commands.map((command) => command.name());
      if (word !== undefined) throw new UsageError(`judge has no command '${word}'. ${suggestion(word, known)}`);
      await (await load()).serve(flags);
    });
  withDatabase(judge.command('status').description('tell what the judge holds')).action(async (flags: JudgeFlags) =>
    (await load()).printStatus(flags),
  );
  withDatabase(
    judge.command('index').description('make the vectors for searches by meaning, which else happens on the way'),
  ).action(async (flags: JudgeFlags) => finish(await (await load()).buildIndex(flags)));
  withDatabase(
    judge
      .command('sync')
      .addArgument(offering(new Argument('<platform>', 'where they are'), PLATFORM_NAMES))
      .description('fetch problems: codeforces, atcoder, leetcode, luogu or spoj'),
  )
    .option('--statements', 'also the statements, which takes a request each')
    .option('--update', 'take over what has changed about known problems')
    .option('--mirror <url>', 'ask this copy of the platform instead')
    .option('--gap <milliseconds>', 'time between two requests to a mirror')
    .action(async (platform: string, flags: SyncFlags) =>
      finish(await (await loadSync()).syncPlatform(platform, flags)),
    );
  withDatabase(judge.command('import <file>').description('store problems from a file with a JSON object a line'))
    .option('--update', 'take over what has changed about known problems')
    .action(async (file: string, flags: ImportFlags) => finish(await (await loadSync()).importProblems(file, flags)));

  const token = judge
    .command('token')
    .description('tokens that open the judge')
    .allowExcessArguments()
    .action((_, { args: [word = ''], commands }: Command) => {
      const known = commands.map((command) => command.name());
      const what = word === '' ? 'say what to do with tokens.' : `judge token has no command '${word}'.`;
      throw new UsageError(`${what} ${suggestion(word, known)}`);
    });
  withDatabase(token.command('create <label>').description('make a token and print it, this once')).action(
    async (label: string, flags: JudgeFlags) => (await load()).createToken(label, flags),
  );
  withDatabase(token.command('list').description('list the tokens by their first digits')).action(
    async (flags: JudgeFlags) => (await load()).listTokens(flags),
  );
  withDatabase(token.command('revoke <digits>').description('take a token back, by its first 8 digits')).action(
    async (digits: string, flags: JudgeFlags) => finish(await (await load()).revokeToken(digits, flags)),
  );
  withDatabase(
    token
      .command('require')
      .addArgument(offering(new Argument('<choice>', 'on or off'), ['on', 'off']))
      .description('on or off: whether the judge asks for tokens'),
  ).action(async (choice: string, flags: JudgeFlags) => (await load()).requireTokens(choice, flags));
}

function withDatabase(command: Command): Command {
  return command
    .allowExcessArguments(false)
    .option(
      '--db <file>',
      'database (QUARTET_JUDGE_DB) (default: one beside the journal of the library that QUARTET_BOOKS_ROOT names, else one in your data folder)',
    );
}
