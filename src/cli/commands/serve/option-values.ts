import { isOn } from '../../../kernel/toolset.ts';
import type { Flags } from '../../options/settings.ts';
import { UsageError } from '../../terminal/usage.ts';

export interface ServeOption {
  readonly key: string;
  readonly flag?: string;
  readonly env: string;
  readonly description: string;
}

/** Reads what `quartet serve` was told, by flag or by variable; the flag wins. */
export class ServeValues {
  constructor(
    private readonly options: readonly ServeOption[],
    private readonly flags: Flags,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  text(key: string): string | undefined {
    const flag = this.flags[key];
    const variable = this.options.find((candidate) => candidate.key === key)?.env ?? '';
    return typeof flag === 'string' ? flag : this.env[variable] || undefined;
  }

  /** A switch: undefined when nothing was said. */
  isOn(key: string): boolean | undefined {
    const flag = this.flags[key];
    const text = this.text(key);
    return typeof flag === 'boolean' ? flag : text === undefined ? undefined : isOn(text);
  }

  list(key: string): string[] {
    const words = this.text(key)?.split(',') ?? [];
    return words.map((word) => word.trim()).filter((word) => word !== '');
  }

  number(key: string, least: number, most = Number.MAX_SAFE_INTEGER): number | undefined {
    const text = this.text(key);
    if (text === undefined) return undefined;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `${least} to ${most}`;
    throw new UsageError(`${this.#name(key)} must be a whole number, ${range}.`);
  }

  url(key: string): URL | undefined {
    const text = this.text(key);
    if (text === undefined) return undefined;
    if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text);
    throw new UsageError(`${this.#name(key)} must be an address that begins with http:// or https://.`);
  }

  #name(key: string): string {
    const found = this.options.find((candidate) => candidate.key === key);
    return `${found?.flag?.split(' ')[0]} (${found?.env})`;
  }
}
