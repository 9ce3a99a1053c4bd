import { access, constants, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { shortPath } from '../../../terminal/short-path.ts';
import { type ClientState, clientStates } from '../../install/list.ts';
import { startedBy } from '../../install/recognise.ts';
import { thisSystem } from '../../install/system.ts';
import { broken, type Finding, ok, type Probe, warning } from '../finding.ts';

/** The configurations of the clients that are here, and whether the programs that they name are still there. */
export const CLIENTS: Probe = {
  name: 'Clients',
  run: async ({ env }) => {
    const here = (await clientStates(thisSystem())).filter((state) => state.here);
    if (here.length === 0) return [ok('Clients', 'none that quartet install knows is here')];
    const each = await Promise.all(here.map((state) => findingsOf(state, env)));
    return each.flat();
  },
};

async function findingsOf(
  { id, label, config, servers, problem }: ClientState,
  env: NodeJS.ProcessEnv,
): Promise<Finding[]> {
  const shown = shortPath(config);
  if (problem !== undefined)
    return [broken(label, `${shown}: ${problem}`, 'Correct the file: the client cannot read it either.')];
  const names = Object.keys(servers);
  if (names.length === 0) return [ok(label, `no server of Quartet; quartet install ${id} adds one`)];
  return Promise.all(
    names.map(async (name) => {
      const missing = await missingFile(servers[name], env);
      const again = `quartet install ${id} ${name.replace(/^quartet-?/, '')}`.trimEnd();
      if (missing === undefined) return ok(label, `${name} in ${shown}`);
      if (isAbsolute(missing))
        return broken(label, `${name} starts ${shortPath(missing)}, which is gone`, `Run ${again}.`);
      return warning(
        label,
        `${name} starts ${missing}, which is not in PATH here`,
        `Run ${again}, which writes full paths.`,
      );
    }),
  );
}

/** What an entry starts and what cannot be found: the program, or the script that it is given first. */
async function missingFile(entry: unknown, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { command, args } = startedBy(entry);
  if (command === undefined) return undefined;
  const [script = ''] = args;
  if (!(await isProgram(command, env))) return command;
  return isAbsolute(script) && /\.[cm]?js$/.test(script) && !(await isThere(script)) ? script : undefined;
}

async function isProgram(command: string, { PATH = '', PATHEXT = '' }: NodeJS.ProcessEnv): Promise<boolean> {
  const folders = isAbsolute(command) ? [''] : PATH.split(delimiter);
  const endings = process.platform === 'win32' ? ['', ...PATHEXT.split(';')] : [''];
  const paths = folders.flatMap((folder) => endings.map((ending) => join(folder, command + ending)));
  const found = await Promise.all(
    paths.map((path) =>
      access(path, constants.X_OK).then(
        () => isThere(path),
        () => false,
      ),
    ),
  );
  return found.includes(true);
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    (facts) => facts.isFile(),
    () => false,
  );
}
