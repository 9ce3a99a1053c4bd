import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FileFacts } from './engine.ts';
import { factsOf } from './metadata.ts';

export interface Walked {
  readonly files: FileFacts[];
  skipped: number;
  timeIsUp: boolean;
}

export interface WalkRules {
  /** R37 is switched off. */
  readonly everything: boolean;
  readonly deadline: number;
}

/** Every regular file below a directory by R36, R37 and R51, one after the other. */
export function walk(
  directory: string,
  rules: WalkRules,
  found: Walked = { files: [], skipped: 0, timeIsUp: false },
): Walked {
  const names = namesIn(directory);
  if (names === undefined) found.skipped++;
  for (const name of names ?? []) {
    if (performance.now() > rules.deadline) found.timeIsUp = true;
    if (found.timeIsUp) break;
    if (name.startsWith('.')) continue;
    const path = join(directory, name);
    try {
      const state = lstatSync(path);
      if (state.isFile()) found.files.push(factsOf(path, state));
      else if (state.isDirectory() && !isExcluded(directory, name, rules.everything)) walk(path, rules, found);
    } catch {
      found.skipped++;
    }
  }
  return found;
}

function isExcluded(parent: string, name: string, everything: boolean): boolean {
  const inside = namesIn(join(parent, name)) ?? [];
  if (name.endsWith('.noindex') || inside.includes('.metadata_never_index')) return true;
  if (everything) return false;
  if (name === 'node_modules' || name === '__pycache__') return true;
  if (name === 'venv' && inside.includes('pyvenv.cfg')) return true;
  return name === 'target' && (namesIn(parent) ?? []).includes('Cargo.toml');
}

function namesIn(directory: string): string[] | undefined {
  try {
    return readdirSync(directory);
  } catch {
    return undefined;
  }
}
