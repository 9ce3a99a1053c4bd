import { withTimeLimit } from '../../../lib/abort.ts';
import { harmless } from '../../../lib/harmless.ts';
import { readSettings } from '../../options/settings.ts';
import { broken, type Finding, type Patient, type Probe } from './finding.ts';
import { CLIENTS } from './probes/clients.ts';
import { ENVIRONMENT } from './probes/environment.ts';
import { FILE_SEARCH } from './probes/filesearch.ts';
import { FOLDERS } from './probes/folders.ts';
import { JUDGE } from './probes/judge.ts';
import { LIBRARY } from './probes/library.ts';
import { PORT_8000 } from './probes/port.ts';
import { RUNTIME } from './probes/runtime.ts';

const PROBES: readonly Probe[] = [
  ...RUNTIME,
  ...FOLDERS,
  ...LIBRARY,
  JUDGE,
  FILE_SEARCH,
  CLIENTS,
  PORT_8000,
  ENVIRONMENT,
];
const PATIENCE_MS = 8000;

/** Looks at everything that Quartet needs and changes nothing. One probe that fails costs only itself. */
export async function examine(env: NodeJS.ProcessEnv, probes = PROBES, patienceMs = PATIENCE_MS): Promise<Finding[]> {
  const patient: Patient = { env, options: optionsFrom(env) };
  const found = await Promise.all(probes.map((probe) => examined(probe, patient, patienceMs)));
  return found.flat();
}

async function examined({ name, run }: Probe, patient: Patient, patienceMs: number): Promise<Finding[]> {
  const late = () => new Error(`there was no answer within ${patienceMs / 1000} seconds`);
  try {
    return await withTimeLimit(patienceMs, late, (signal) => run(patient, signal));
  } catch (error) {
    const reason = harmless(error instanceof Error ? error.message : String(error));
    return [broken(name, reason, 'If the sentence does not say what to do, please report it.')];
  }
}

/** What is wrong with the environment is told once, by the probe that looks at it. */
function optionsFrom(env: NodeJS.ProcessEnv): Patient['options'] {
  const tried = [env, { ...env, QUARTET_TOOLSETS: '', QUARTET_TIME_LIMIT: '' }];
  for (const one of tried) {
    try {
      return readSettings({}, one).options;
    } catch {
      // The next try leaves out what can be wrong.
    }
  }
  return {};
}
