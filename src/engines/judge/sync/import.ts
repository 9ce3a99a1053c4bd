import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import type { Problem } from '../store/problem.ts';
import type { Store } from '../store/store.ts';
import { SyncFailure } from './failure.ts';

const BATCH = 1000;

// Filters take several sources with commas between them, and look for their letters and digits.
const SOURCE = /^(?=.*[\p{L}\p{N}])(?!\s)[^,\p{Cc}]{1,100}(?<!\s)$/u;

const text = z.string().nullable().default(null);
const number = z.number().nullable().default(null);
const texts = z.array(z.string()).default([]);
const line = z.strictObject({
  source: z.string().regex(SOURCE, 'needs a letter or digit, and no comma, blanks at its ends or control characters'),
  id: z.string().min(1),
  slug: z.string().min(1).optional(),
  title: text,
  title_cn: text,
  difficulty: text,
  ac_rate: number,
  rating: number,
  contest: text,
  problem_index: text,
  tags: texts,
  link: text,
  category: text,
  paid_only: number,
  content: text,
  content_cn: text,
  similar_questions: texts,
});

/** Reads problems from a file with a JSON object a line. All lines are checked before the first is stored. */
export async function importFile(
  store: Store,
  file: string,
  { update, onProgress }: { update: boolean; onProgress?: (done: number, total: number) => void },
): Promise<{ readonly read: number; readonly changed: number }> {
  let total = 0;
  for await (const _ of problemsIn(file)) total++;
  let read = 0;
  let changed = 0;
  let batch: Problem[] = [];
  const flush = () => {
    changed += store.write(batch, update ? 'merge' : 'keep');
    read += batch.length;
    batch = [];
    onProgress?.(read, total);
  };
  for await (const problem of problemsIn(file)) {
    batch.push(problem);
    if (batch.length === BATCH) flush();
  }
  flush();
  return { read, changed };
}

async function* problemsIn(file: string): AsyncGenerator<Problem> {
  let number = 0;
  for await (const row of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (row.trim() !== '') yield problemOf(row, number);
  }
}

function problemOf(row: string, number: number): Problem {
  let value: unknown;
  try {
    value = JSON.parse(row);
  } catch {
    throw new SyncFailure(`line ${number} is no JSON. Nothing was stored.`);
  }
  const read = line.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new SyncFailure(
      `line ${number}: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}. Nothing was stored.`,
    );
  }
  return { ...read.data, slug: read.data.slug ?? read.data.id };
}
