import { sha256 } from '../../model/files.ts';
import { openSqliteJournal } from '../sqlite/sqlite-journal.ts';
import { change, lesson } from './subjects.ts';

// Run by `processes.ts` as a process of its own: `<what> <file> <name>`.
const [what, file = '', name = ''] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);

const journal = await openSqliteJournal(file, what === 'fill' ? { quotas: { library_files: 40 } } : {});
say('ready');
await new Promise((resolve) => process.stdin.once('data', resolve));

if (what === 'race') {
  for (let round = 0; round < 25; round++) {
    const decision = await journal.begin({ ...change(lesson(round), null, sha256(name)), owner: name });
    say(`${round} ${decision.kind}`);
  }
} else if (what === 'fill') {
  for (let round = 0; round < 25; round++) {
    const intent = change(lesson(round, name), null, sha256(name));
    const decision = await journal.begin(intent);
    if (decision.kind === 'begun') await journal.finish(intent.id, 'v', 0);
    say(decision.kind);
  }
} else if (what === 'write') {
  for (let round = 1; ; round++) {
    const previous = round === 1 ? null : sha256(`${name} ${round - 1}`);
    const intent = change(lesson(1, name), previous, sha256(`${name} ${round}`));
    await journal.begin(intent);
    await journal.finish(intent.id, `v${round}`, 0);
    say(String(round));
  }
}

await journal.close();
process.stdin.destroy();
