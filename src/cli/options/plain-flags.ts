import type { ToolsetOption } from '../../kernel/toolset.ts';
import { type Flags, isNegative } from './settings.ts';

/**
 * Reads the options of a toolset in their plainest form: `--flag value`, `--flag=value` or a bare switch. Gives undefined for
 * anything else, which is the command-line parser's business; a client's configuration hardly ever needs it, and a server
 * starts sooner without it.
 */
export function readPlainFlags(words: readonly string[], options: readonly ToolsetOption[]): Flags | undefined {
  const flags: Flags = {};
  for (let at = 0; at < words.length; at++) {
    const [name = '', ...inline] = words[at]?.split('=') ?? [];
    const option = options.find(({ flag }) => flag?.split(' ')[0] === name);
    if (option === undefined || (option.key in flags && !option.repeatable)) return undefined;
    const isSwitch = option.flag === name;
    if (isSwitch && inline.length > 0) return undefined;
    const value = isSwitch || inline.length > 0 ? inline.join('=') : words[++at];
    if (!isSwitch && (!value || (inline.length === 0 && value.startsWith('-')))) return undefined;
    flags[option.key] = isSwitch ? !isNegative(option) : added(option, flags[option.key], value);
  }
  return flags;
}

function added({ repeatable }: ToolsetOption, before: unknown, value: string | undefined): unknown {
  return repeatable ? [...(Array.isArray(before) ? before : []), value] : value;
}
