import { access, constants, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { listOf } from '../../../../kernel/toolset.ts';
import { homeDirectory } from '../../../../lib/data-folder.ts';
import { codeOf } from '../../../../lib/errno.ts';
import { shortPath } from '../../../terminal/short-path.ts';
import { broken, type Finding, ok, type Probe } from '../finding.ts';

/** The directories that may be searched. */
export const FILE_SEARCH: Probe = {
  name: 'File search',
  run: async ({ options }) => {
    const told = listOf(options.allow);
    const roots = told.length > 0 ? told : [homeDirectory()].filter(Boolean);
    if (roots.length === 0)
      return [
        broken(
          'File search',
          'there is no home directory to search',
          'Name directories with --allow (QUARTET_SPOTLIGHT_ALLOW).',
        ),
      ];
    return Promise.all(roots.map((root) => directory(resolve(root))));
  },
};

async function directory(path: string): Promise<Finding> {
  const advice = 'Correct QUARTET_SPOTLIGHT_ALLOW, or --allow in the client’s configuration.';
  try {
    if (!(await stat(path)).isDirectory())
      return broken('File search', `${shortPath(path)} is not a directory`, advice);
    await access(path, constants.R_OK | constants.X_OK);
    return ok('File search', `below ${shortPath(path)}`);
  } catch (error) {
    return broken('File search', `${shortPath(path)} cannot be read (${codeOf(error)})`, advice);
  }
}
