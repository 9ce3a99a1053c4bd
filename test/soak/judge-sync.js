// Kills `quartet judge sync` at random, resumes it and compares: `node test/soak/judge-sync.js [KILLS]` (default: 50).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { importTypeScript } from '../../scripts/import-typescript.js';

const { startMirror, luoguWith } = await importTypeScript(
  `export * from './src/engines/judge/sync/testing/platforms.ts';`,
);
const kills = Number(process.argv[2] ?? 50);
const program = fileURLToPath(new URL('../../bin/quartet.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'quartet-kill-'));
const mirror = await startMirror(luoguWith(260));

const start = (db) =>
  spawn(
    process.execPath,
    [
      program,
      'judge',
      'sync',
      'luogu',
      '--statements',
      '--mirror',
      mirror.origin,
      '--gap',
      '8',
      '--db',
      join(folder, db),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );

await finish('whole.db');
let killed = 0;
let database = 0;
// Each time a sync comes to its end before all kills are done, another begins with an empty database.
while (killed < kills) {
  const child = start(`${database}.db`);
  const ended = once(child, 'exit');
  const alive = await Promise.race([ended.then(() => false), sleep(150 + Math.random() * 900, true)]);
  if (alive) {
    child.kill('SIGKILL');
    await ended;
    killed++;
  } else database++;
}
for (let at = 0; at <= database; at++) await finish(`${at}.db`);

const expected = dump('whole.db');
const equal = Array.from({ length: database + 1 }, (_, at) => dump(`${at}.db`) === expected).filter(Boolean).length;
console.log(`${killed} kills over ${database + 1} databases, ${equal} of them equal to one that was never killed`);
process.exitCode = equal === database + 1 ? 0 : 1;
mirror.close();
rmSync(folder, { recursive: true, force: true });

async function finish(db) {
  const [code] = await once(start(db), 'exit');
  if (code !== 0) throw new Error(`the sync ended with ${code}`);
}

/** All that a sync writes, and whether the database and its indexes are sound. */
function dump(name) {
  const db = new DatabaseSync(join(folder, name));
  const rows = (sql) => db.prepare(sql).all();
  db.exec("insert into problem_words (problem_words, rank) values ('integrity-check', 1)");
  const text = JSON.stringify([
    rows('select * from problems order by key'),
    rows('select * from problem_tags'),
    rows("select * from app_settings where key like 'sync:%'"),
    rows('pragma integrity_check'),
  ]);
  db.close();
  return text;
}
