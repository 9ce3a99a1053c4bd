import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createEngine } from '../../../engines/filesearch/choose-engine.ts';
import type { Engine, Findings } from '../../../engines/filesearch/engine.ts';
import { type Criteria, filterFiles } from '../../../engines/filesearch/filter-files.ts';
import type { OptionValues } from '../../../kernel/toolset.ts';
import { CallFailure, ConfigurationFailure } from '../../../lib/failures.ts';
import { harmless } from '../../../lib/harmless.ts';
import { engineSettings } from '../../../toolsets/spotlight/open.ts';
import { presentResults, SUMMARY_KEY } from '../../../toolsets/spotlight/present-results.ts';
import { WHOLE } from '../../../toolsets/spotlight/view.ts';
import type { Flags } from '../../options/settings.ts';
import type { Progress } from '../../terminal/progress.ts';
import { UsageError } from '../../terminal/usage.ts';
import { readCriteria } from './criteria.ts';
import { earlyHits } from './early-hits.ts';
import { type Output, shownFindings, warnings } from './output.ts';

/** Where a search by a person gets its place from and says what it found. */
export interface CommandIO {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: NodeJS.ProcessEnv;
  cwd(): string;
  /** Fires when nobody waits any more. */
  readonly signal?: AbortSignal;
  /** Ended before something is printed. */
  readonly progress?: Pick<Progress, 'end' | 'tell' | 'list'>;
  /** Brings up the engine (default: ours). */
  readonly engines?: typeof createEngine;
}

/** Finds files for a person. The exit code is 0 when there are some, 1 when there are none, 2 when the search failed. */
export async function find(
  query: string | undefined,
  flags: Flags,
  options: OptionValues,
  { stdout, stderr, env, cwd, progress, signal = new AbortController().signal, engines = createEngine }: CommandIO,
): Promise<number> {
  const criteria = await readCriteria(query, flags);
  const limit = readLimit(flags.limit);
  if (flags.json && flags.print0) throw new UsageError('give either --json or --print0, not both');
  if (flags.stream && (flags.json || flags.print0))
    throw new UsageError(
      'give --stream without --json and --print0: it prints JSON lines, the last of them as --json does',
    );
  const scope = await readDirectory(resolve(cwd(), typeof flags.in === 'string' ? flags.in : '.'));

  const startedAt = performance.now();
  const onProgress = (seen: number, read: number) => progress?.tell(`${seen} files, ${read} read`);
  const engine = openEngine(engines, options);
  const onHits = earlyHits(flags, stdout, progress);
  const findings = await searched(criteria, engine, { scope, limit, signal, onProgress, onHits });
  progress?.end();
  if (findings === undefined) {
    await engine.close();
    stderr.write('quartet: the search failed. Try again, or narrow it with --in.\n');
    return 2;
  }
  const isJson = flags.json === true || flags.stream === true;
  stdout.write(
    isJson ? await asJson(findings, startedAt) : shownFindings(findings.hits, stdout, flags.print0 === true, env),
  );
  if (findings.hits.length === 0 && !isJson) stderr.write(`quartet: nothing was found below ${harmless(scope)}.\n`);
  stderr.write(warnings(findings, limit));
  // The answer is there; what the next search will need is written before the program ends.
  if (options.cache) await engine.settle?.(signal).catch(() => undefined);
  await engine.close();
  return findings.hits.length > 0 ? 0 : 1;
}

async function asJson(findings: Findings, startedAt: number): Promise<string> {
  const { data, meta } = await presentResults(findings, WHOLE, startedAt);
  return `${JSON.stringify({ ...data, ...(meta?.[SUMMARY_KEY] as object) })}\n`;
}

async function searched(
  criteria: Criteria,
  engine: Engine,
  request: Parameters<typeof filterFiles>[2],
): Promise<Findings | undefined> {
  try {
    return await filterFiles(engine, criteria, request);
  } catch (error) {
    if (!request.signal.aborted && !(error instanceof CallFailure)) return undefined;
    await engine.close();
    throw error instanceof CallFailure ? new UsageError(error.message) : error;
  }
}

function openEngine(create: typeof createEngine, options: OptionValues): Engine {
  try {
    const settings = engineSettings(options);
    const accelerate = settings.cacheFolder !== undefined;
    // Nobody asks again: all the time that there is may be used.
    const meaning = settings.meaning && { ...settings.meaning, waitMs: settings.budgetMs };
    return create(options.engine ?? 'auto', { ...settings, meaning, watch: false, accelerate });
  } catch (error) {
    throw error instanceof ConfigurationFailure ? new UsageError(error.message) : error;
  }
}

function readLimit(text: unknown): number {
  if (text === undefined) return 100;
  const limit = typeof text === 'string' && /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= 100_000) return limit;
  throw new UsageError('--limit must be a whole number from 1 to 100000');
}

async function readDirectory(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined && (await stat(real)).isDirectory()) return real;
  throw new UsageError(`--in '${path}' is not a directory.`);
}
