import type { ToolsetOption } from '../kernel/toolset.ts';
import type { Flags } from './settings.ts';

/**
 * Reads the options of a toolset in their plainest form, each once: `--flag value` or `--flag=value`. Gives undefined for
 * anything else, which is the command-line parser's business; a client's configuration hardly ever needs it, and a server
 * starts sooner without it.
 */
export function readPlainFlags(words: readonly string[], options: readonly ToolsetOption[]): Flags | undefined {
  const flags: Flags = {};
  for (let at = 0; at < words.length; at++) {
    const [name = '', ...inline] = words[at]?.split('=') ?? [];
    const option = options.find(({ flag }) => flag?.split(' ')[0] === name);
    const value = inline.length > 0 ? inline.join('=') : words[++at];
    if (option === undefined || option.key in flags || !value || (inline.length === 0 && value.startsWith('-'))) {
      return undefined;
    }
    flags[option.key] = value;
  }
  return flags;
}
