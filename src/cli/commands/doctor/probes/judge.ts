import { harmless } from '../../../../lib/harmless.ts';
import { parseOrigin } from '../../../../toolsets/oj/origin.ts';
import { shortPath } from '../../../terminal/short-path.ts';
import { checkPlace, placeOf } from '../../judge/place.ts';
import { broken, type Finding, ok, type Patient, type Probe, warning } from '../finding.ts';
import { quickCheck } from '../sqlite-file.ts';

/** The judge that is configured, else the one inside. */
export const JUDGE: Probe = {
  name: 'Judge',
  run: async (patient, signal) => {
    const { baseUrl } = patient.options;
    return [baseUrl === undefined ? await embedded(patient) : await remote(parseOrigin(baseUrl), signal)];
  },
};

/** Any answer will do: who asks may need a token. */
async function remote(origin: string, signal: AbortSignal): Promise<Finding> {
  try {
    const { status } = await fetch(`${origin}/health`, { signal, redirect: 'manual' });
    if (status < 500) return ok('Judge', `${origin} answers`);
    return warning('Judge', `${origin} answers with status ${status}`, 'Ask whoever runs it.');
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    const why = harmless(cause?.code ?? 'no answer in time');
    return broken(
      'Judge',
      `${origin} cannot be reached (${why})`,
      'Check OJ_BASE_URL and the network, or use --embedded.',
    );
  }
}

/** Vectors are also made on the way, when somebody searches. */
const INDEX = `select (select count(*) from problems) as problems,
  (select count(distinct source || '/' || problem_id) from problem_embeddings) as indexed`;

async function embedded({ options, env }: Patient): Promise<Finding> {
  const place = placeOf(options, env);
  await checkPlace(place);
  const { is, how = '', row } = await quickCheck(place.file, 'The database of the judge', INDEX);
  const shown = `embedded, in ${shortPath(place.file)}`;
  if (is === 'absent') return ok('Judge', `${shown} (will be made)`);
  if (is === 'large') return ok('Judge', shown);
  if (is === 'sound') {
    const { problems = 0, indexed = 0 } = row ?? {};
    const share = problems === indexed ? 'all' : indexed;
    return ok('Judge', `${shown}: sound, ${problems} problems, ${share} of them indexed by meaning`);
  }
  return broken(
    'Judge',
    `${shown}: ${harmless(how)}`,
    'Move the file away: a new one is made with the problems that come along.',
  );
}
