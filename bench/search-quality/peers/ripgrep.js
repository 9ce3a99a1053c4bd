import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { programNamed } from '../../commands.js';

export const missingRipgrep = () => (programNamed('rg') ? '' : 'not installed here (Debian: apt-get install ripgrep)');

/** What a person does without a search: names with all the words, newest first, then the phrase in texts, then all its words. */
export function namesThenRipgrep(folder, paths) {
  const changed = new Map(paths.map((path) => [path, statSync(join(folder, path)).mtimeMs]));
  const newestFirst = (some) =>
    some.sort((one, other) => changed.get(other) - changed.get(one) || (one < other ? -1 : 1));
  const holding = (text) => {
    const { stdout } = spawnSync('rg', ['-uu', '-F', '-i', '-l', '--', text, '.'], { cwd: folder, encoding: 'utf8' });
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((path) => path.replace(/^\.\//, ''));
  };
  return (query) => {
    const words = query.toLowerCase().split(/\s+/);
    const inNames = paths.filter((path) => words.every((word) => basename(path).toLowerCase().includes(word)));
    const [first, ...others] = words.map((word) => new Set(holding(word)));
    const inTexts = [...first].filter((path) => others.every((some) => some.has(path)));
    return [...new Set([...newestFirst(inNames), ...newestFirst(holding(query)), ...newestFirst(inTexts)])];
  };
}
