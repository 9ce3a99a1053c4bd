import type { OptionValues } from '../../../kernel/toolset.ts';

/** What was found about one thing. */
export interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'broken';
  readonly text: string;
  /** What to do about it. */
  readonly advice?: string;
}

/** What probes look at; nothing of it may be changed by them. */
export interface Patient {
  readonly env: NodeJS.ProcessEnv;
  /** What the toolsets are told by the environment. */
  readonly options: OptionValues;
}

/** Looks at something. What it throws is told as broken. */
export interface Probe {
  readonly name: string;
  run(patient: Patient, signal: AbortSignal): Promise<Finding[]>;
}

export const ok = (name: string, text: string): Finding => ({ name, state: 'ok', text });

export function warning(name: string, text: string, advice: string): Finding {
  return { name, state: 'warning', text, advice };
}

export function broken(name: string, text: string, advice: string): Finding {
  return { name, state: 'broken', text, advice };
}
