import { programNamed, timedCommand } from '../commands.js';
import { benchPath, nodeServer } from '../servers.js';

const PACKAGES = { ripgrep: 'ripgrep', find: 'findutils', fd: 'fd-find' };

/** The programs of the system that Quartet is compared with; Debian calls fd another name. */
export const programs = { ripgrep: programNamed('rg'), find: programNamed('find'), fd: programNamed('fdfind', 'fd') };

/** Says which of the programs are missing and how to get them, or nothing. */
export function missingPrograms() {
  const missing = Object.keys(programs).filter((name) => programs[name] === undefined);
  if (missing.length === 0) return '';
  const packages = missing.map((name) => PACKAGES[name]).join(' ');
  return `Not measured, because it is not installed here: ${missing.join(', ')}. On Debian: apt-get install ${packages}`;
}

/** Ignore files are ignored and hidden files are read; a binary file is left at its first NUL byte, as Quartet leaves it. */
export const RIPGREP_FLAGS = ['-uu', '-F', '-i', '-l'];
const PICTURES = ['png', 'jpg', 'gif', 'webp'];

export const ripgrep = (folder, text) =>
  timedCommand(programs.ripgrep, [...RIPGREP_FLAGS, '--', text, folder], { mayFindNothing: true });

export const findPictures = (folder) => {
  const names = PICTURES.flatMap((extension) => ['-o', '-iname', `*.${extension}`]).slice(1);
  return timedCommand(programs.find, [folder, '-type', 'f', '(', ...names, ')']);
};

export const findRecent = (folder) => timedCommand(programs.find, [folder, '-type', 'f', '-newermt', '7 days ago']);

const FD_FLAGS = ['--unrestricted', '--type', 'f', '--color', 'never'];

export const fdPictures = (folder) =>
  timedCommand(programs.fd, [...FD_FLAGS, ...PICTURES.flatMap((extension) => ['-e', extension]), '.', folder]);

export const fdRecent = (folder) => timedCommand(programs.fd, [...FD_FLAGS, '--changed-within', '7d', '.', folder]);

const FILESYSTEM = '@modelcontextprotocol/server-filesystem';

/** Starts the reference server for files. */
export const startFilesystemServer = (folder) =>
  nodeServer(benchPath(`node_modules/${FILESYSTEM}/dist/index.js`), folder)();
