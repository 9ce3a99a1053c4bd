import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore } from '../open.ts';
import type { Daily, Problem } from '../problem.ts';
import type { Store } from '../store.ts';

/** A problem with little known about it, and what a test wants it to have. */
export function problem(fields: Partial<Problem> = {}): Problem {
  const id = fields.id ?? '1';
  return {
    source: 'leetcode',
    id,
    slug: `slug-${id}`,
    title: `Title ${id}`,
    title_cn: null,
    difficulty: null,
    ac_rate: null,
    rating: null,
    contest: null,
    problem_index: null,
    tags: [],
    link: null,
    category: null,
    paid_only: null,
    content: null,
    content_cn: null,
    similar_questions: [],
    ...fields,
  };
}

export function daily(date: string, domain: string, fields: Partial<Problem> = {}): Daily {
  const { source: _, ...rest } = problem(fields);
  return { date, domain, ...rest };
}

export const NOON = new Date('2026-11-16T12:00:00Z');

/** A file in a folder that is gone after the test. */
export function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quartet-judge-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'judge.db');
}

export async function temporaryStore(problems: readonly Problem[] = [], now = () => NOON): Promise<Store> {
  const store = await openStore(temporaryFile(), { now });
  onTestFinished(() => store.close());
  store.write(problems, 'keep');
  return store;
}
