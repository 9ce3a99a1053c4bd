import { harmless } from '../../../../lib/harmless.ts';
import { readSettings } from '../../../options/settings.ts';
import { suggestion, UsageError } from '../../../terminal/usage.ts';
import { optionsOf, TOOLSET_IDS } from '../../../toolsets.ts';
import { SERVE_OPTIONS } from '../../serve/options.ts';
import { broken, ok, type Probe, warning } from '../finding.ts';

/** Variables that belong to no option in a table. */
const OTHERS = [
  'QUARTET_TOOLSETS',
  'QUARTET_TOOLS',
  'QUARTET_EXCLUDE_TOOLS',
  'QUARTET_READ_ONLY',
  'QUARTET_EXTRAS',
  'QUARTET_TIME_LIMIT',
  'QUARTET_LOG',
  'QUARTET_LOG_FORMAT',
  'QUARTET_JUDGE_DB',
  'QUARTET_JUDGE_DAILY',
  'QUARTET_EMBEDDINGS_URL',
  'QUARTET_EMBEDDINGS_MODEL',
  'QUARTET_EMBEDDINGS_KEY',
];

/** Every variable of ours that means something. */
export function knownVariables(): string[] {
  const toolsets = TOOLSET_IDS.flatMap(optionsOf).flatMap(({ env }) => env);
  const all = [...OTHERS, ...toolsets, ...SERVE_OPTIONS.map(({ env }) => env)];
  return [...new Set(all)].filter((name) => OURS.test(name)).sort();
}

const OURS = /^(QUARTET|PANAVERSITY|OJ)_/;
/** For those who run our tests. */
const TESTS = /^QUARTET_TEST_/;

/** Variables that are set and that nothing reads, and values that make no sense. Values are not shown: some are secrets. */
export const ENVIRONMENT: Probe = {
  name: 'Environment',
  run: async ({ env }) => {
    const known = knownVariables();
    const set = Object.keys(env).filter((name) => OURS.test(name) && !TESTS.test(name) && env[name]);
    const strange = set
      .filter((name) => !known.includes(name))
      .map((name) => warning('Environment', `${harmless(name)} is set, but nothing reads it`, advice(name, known)));
    const wrong = mistakes(env).map((text) => broken('Environment', text, 'Correct it, or unset it.'));
    const used = set.filter((name) => known.includes(name));
    const text = used.length === 0 ? 'no variable of Quartet is set' : `set: ${used.join(', ')}`;
    return [
      ...wrong,
      ...strange,
      ...(wrong.length + strange.length === 0 || used.length > 0 ? [ok('Environment', text)] : []),
    ];
  },
};

function advice(name: string, known: readonly string[]): string {
  const guess = suggestion(name, known);
  return guess.startsWith('Did you mean') ? guess : 'Unset it.';
}

function mistakes(env: NodeJS.ProcessEnv): string[] {
  try {
    return readSettings({}, env).logNotices.map(harmless);
  } catch (error) {
    if (error instanceof UsageError) return [harmless(error.message)];
    throw error;
  }
}
