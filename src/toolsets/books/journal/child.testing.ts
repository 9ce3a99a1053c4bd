import { sha256 } from '../hash.ts';
import { openSqliteJournal } from './sqlite.ts';
import { change, lesson } from './subjects.testing.ts';

// Run by `processes.testing.ts` as a process of its own: `<what> <file> <name>`.
const [what, file = '', name = ''] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);

const journal = await openSqliteJournal(file);
say('ready');
await new Promise((resolve) => process.stdin.once('data', resolve));

if (what === 'race') {
  for (let round = 0; round < 25; round++) {
    const decision = await journal.begin({ ...change(lesson(round), null, sha256(name)), owner: name });
    say(`${round} ${decision.kind}`);
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
