import { parse, sep } from 'node:path';
import type { TimeBudget } from '../../../lib/time-budget.ts';
import type { Conditions, Place } from '../file-criteria.ts';
import { Directory, FileEntry, StatTable } from '../index/entries.ts';
import type { DocumentTexts } from '../read/document-texts.ts';
import { eachPassage } from '../read/each-passage.ts';
import type { Passage } from '../read/passages.ts';
import { fold } from './fold.ts';
import { isInAscii, type Pattern, patternOf } from './pattern.ts';

/** Looks at files that were found once more, for phrases that must be there and words that must not. */
export class ConditionCheck {
  readonly #phrases: readonly Pattern[];
  readonly #without: readonly Pattern[];
  readonly #place: Place;
  readonly #documents: DocumentTexts;
  readonly #verdicts = new Map<string, boolean>();
  readonly #statTable = new StatTable();
  /** How many files were found whose text could not be read. */
  skipped = 0;

  constructor({ phrases, without }: Conditions, place: Place, documents: DocumentTexts) {
    this.#phrases = patternsOf(phrases);
    this.#without = patternsOf(without);
    this.#place = place;
    this.#documents = documents;
  }

  async accepts(path: string, budget: TimeBudget): Promise<boolean> {
    const known = this.#verdicts.get(path);
    if (known !== undefined) return known;
    const verdict = await this.#verdict(path, budget);
    this.#verdicts.set(path, verdict);
    return verdict;
  }

  async #verdict(path: string, budget: TimeBudget): Promise<boolean> {
    const { dir, base } = parse(path);
    const directory = new Directory(dir.endsWith(sep) ? dir : dir + sep, undefined, this.#statTable);
    const entry = new FileEntry(directory, base);
    const isInName = ({ folded }: Pattern) => entry.foldedName.includes(folded);
    if (this.#without.some(isInName)) return false;
    const missing = new Set(this.#place === 'text' ? this.#phrases : this.#phrases.filter((one) => !isInName(one)));
    if (this.#place === 'names') return missing.size === 0;
    if (missing.size === 0 && this.#without.length === 0) return true;
    let isRefused = false;
    const end = await eachPassage(entry, this.#documents, budget, (passage) => {
      const holds = holder(passage);
      for (const pattern of missing) if (holds(pattern)) missing.delete(pattern);
      isRefused ||= this.#without.some(holds);
      return isRefused || (missing.size === 0 && this.#without.length === 0);
    });
    if (end !== 'done') this.skipped++;
    return !isRefused && missing.size === 0;
  }
}

function patternsOf(texts: readonly string[]): Pattern[] {
  return texts
    .map((text) => fold(text).trim())
    .filter((folded) => folded !== '')
    .map(patternOf);
}

function holder({ text, ascii }: Passage): (pattern: Pattern) => boolean {
  if (ascii) return (pattern) => isInAscii(text, pattern);
  let folded: string | undefined;
  return (pattern) => {
    if (!pattern.loose.test(text)) return false;
    folded ??= fold(text);
    return folded.includes(pattern.folded);
  };
}
