// What `npm run promises` runs: each promise with the command that shows it, what is wanted, and how its figure is read from what the
// command prints. A command that ends badly, or prints no such figure, has missed. Where a number alone decides, `holds` looks at it.

/** The groups of a pattern in a text as a sentence; undefined when it is not there. */
const told = (pattern, words) => (output) => {
  const found = [...output.matchAll(new RegExp(pattern, 'gm'))].at(-1);
  return found && words(...found.slice(1));
};

const vitest = (project, ...files) => `npx vitest run --project ${project} ${files.join(' ')}`;
const passedTests = told(/Tests\s+(?:(\d+) failed.*?)?(\d+) passed/, (failed = '0', passed) => {
  return `${passed} passed, ${failed} failed`;
});
const largest = (numbers) => Math.max(...numbers.map(Number));

export const PROMISES = [
  {
    promise: 'Every test passes',
    command: 'npm test',
    minutes: 30,
    wanted: '0 failed',
    figure: told(/^(\d+) passed, (\d+) failed$/m, (passed, failed) => `${passed} passed, ${failed} failed`),
  },
  {
    promise: 'The same on Node 22 and 24',
    command: 'npm run test:matrix',
    minutes: 60,
    wanted: '0 failed on each',
    figure: (output) => {
      const counts = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)];
      return counts.length === 2 && counts.map(([, passed, failed]) => `${passed} passed, ${failed} failed`).join('; ');
    },
  },
  {
    promise: 'Sums, pictures and dates are those of a COBOL compiler',
    command: vitest('units', 'src/engines/money', 'src/toolsets/cobol'),
    minutes: 1,
    wanted: '0 failed',
    figure: passedTests,
  },
  {
    promise: 'The official conformance suites pass',
    command: vitest('e2e', 'test/e2e/http/conformance'),
    minutes: 3,
    wanted: '0 failed',
    figure: passedTests,
  },
  {
    promise: 'What broke other servers holds here (docs/security.md)',
    command: vitest('e2e', 'test/e2e/incidents'),
    minutes: 2,
    wanted: '0 failed',
    figure: passedTests,
  },
  {
    promise: 'A server that is killed in the middle of changes loses nothing that it has answered for',
    command: 'node test/soak/crash.js 300',
    minutes: 4,
    wanted: '300 kills, all in order',
    figure: told(/(\d+) kills, (\d+) acknowledged changes, .*, all in order/, (kills, changes) => {
      return `${kills} kills, ${changes} acknowledged changes, none lost`;
    }),
  },
  {
    promise: 'A group of changes is there whole or not at all, whenever the server is killed',
    command: 'node test/soak/groups.js 300',
    minutes: 8,
    wanted: '300 kills, none in part',
    figure: told(/(\d+) kills, (\d+) whole, (\d+) not at all/, (kills, whole, none) => {
      return `${kills} kills: ${whole} whole, ${none} not at all`;
    }),
  },
  {
    promise: 'Of 64 writers with the same hash one wins',
    command: 'node test/soak/race.js 2000',
    minutes: 3,
    wanted: '2,000 rounds, one winner each',
    figure: told(/(\d+) rounds, one winner each/, (rounds) => `${rounds} rounds, one winner each`),
  },
  {
    promise: 'Eight agents on one lesson all get through',
    command: 'node test/soak/fairness.js 5',
    minutes: 3,
    wanted: 'at most 25 tries for a change',
    figure: (output) => {
      const tries = [...output.matchAll(/at most (\d+) tries/g)].map(([, count]) => count);
      return tries.length > 0 && `at most ${largest(tries)} tries`;
    },
    holds: (figure) => largest(figure.match(/\d+/g)) <= 25,
  },
  {
    promise: 'Four replicas with kills, cuts and outages of their database and bucket lose nothing',
    command: 'node test/soak/replicas.js 2000 300',
    minutes: 30,
    wanted: '2,000 rounds and 300 faults, all in order',
    figure: (output) => {
      const done = [...output.matchAll(/^(\d+) (rounds|faults) on .*all in order$/gm)];
      return done.length === 2 && done.map(([, count, what]) => `${count} ${what}`).join(', ');
    },
  },
  {
    promise: 'Damaged files, full disks and a journal that is away end nothing',
    command: 'node test/soak/faults.js 300',
    minutes: 12,
    wanted: '300 rounds, nothing acknowledged is lost',
    figure: (output) => {
      const rounds = output.match(/ s, round \d+: /g)?.length;
      return output.includes('nothing acknowledged is lost') && `${rounds} rounds, nothing acknowledged lost`;
    },
  },
  {
    promise: 'A call that is cancelled, too slow or given up leaves a server that answers',
    command: 'node test/soak/interruptions.js 6',
    minutes: 12,
    wanted: 'at least 2,000 calls, alive after each',
    figure: told(/(\d+) interrupted calls, .*alive after each/, (calls) => `${calls} calls, alive after each`),
    holds: (figure) => Number.parseInt(figure, 10) >= 2000,
  },
  {
    promise: 'Known attacks do not hold up an honest client',
    command: 'node test/soak/attacks.js',
    minutes: 12,
    wanted: 'all held, with the server within 512 MB of heap',
    figure: (output) => {
      const [held, failed] = ['held', 'FAILED'].map((word) => output.match(new RegExp(`^${word} `, 'gm'))?.length ?? 0);
      return `${held} of ${held + failed} held`;
    },
    holds: (figure) => new Set(figure.match(/\d+/g)).size === 1,
  },
  {
    promise: '200 clients for a minute get the right answers',
    command: 'node test/soak/load.js 200 60',
    minutes: 2,
    wanted: '0 wrong, 0 lost, memory grows by less than 20 %',
    figure: told(
      /: (\d+) calls, [\s\S]*?(\d+ wrong, \d+ lost), .*p99 (\S+) ms[\s\S]*end: (\S+) %/,
      (calls, bad, p99, grown) => {
        return `${calls} calls, ${bad}, p99 ${p99} ms, memory ${grown} %`;
      },
    ),
  },
  {
    promise: 'Simulated crashes, power cuts, stopped processes and lost answers lose nothing, in any order of events',
    command: 'npm run --silent simulate -- --seed 1 --histories 1000000 --steps 20',
    minutes: 600,
    wanted: '1,000,000 histories without a failure',
    figure: told(
      /: (\d+) histories .*, (\d+) failures/,
      (histories, failed) => `${histories} histories, ${failed} failed`,
    ),
    holds: (figure) => figure.endsWith(' 0 failed'),
  },
  {
    promise: 'Three million inputs that nobody would send break nothing',
    command: 'npm run --silent fuzz -- --seed 1',
    minutes: 60,
    wanted: 'nothing found',
    figure: (output) => {
      const sorts = [...output.matchAll(/^[\w-]+: seed \d+, ([\d,]+) cases, .*: (nothing found|FAILED)$/gm)];
      const cases = sorts.reduce((sum, [, count]) => sum + Number(count.replaceAll(',', '')), 0);
      const failed = sorts.filter(([, , end]) => end === 'FAILED').length;
      return sorts.length > 0 && `${cases} cases of ${sorts.length} sorts, ${failed} sorts with a finding`;
    },
  },
  {
    promise: 'Half an hour of mixed load leaves memory, handles and delays flat',
    command: 'npm run --silent soak -- --minutes 30 --seed 1',
    minutes: 31,
    wanted: '0 wrong, 0 lost, flat',
    figure: (output) => {
      const servers = [...output.matchAll(/^\S+: ([\d,]+ calls), (\d+ wrong, \d+ lost)$/gm)];
      const end = /^(flat|NOT FLAT.*)$/m.exec(output)?.[1];
      return end && [...servers.map(([, calls, bad]) => `${calls}, ${bad}`), end.toLowerCase()].join('; ');
    },
  },
  {
    promise: 'A sync of the judge that is killed goes on where it was',
    command: 'node test/soak/judge-sync.js 50',
    minutes: 3,
    wanted: '50 kills, equal to a sync that was never killed',
    figure: told(/(\d+) kills over (\d+) databases, (\d+) of them equal/, (kills, databases, equal) => {
      return `${kills} kills, ${equal} of ${databases} databases equal`;
    }),
  },
  {
    promise: 'Tool lists are small',
    command: 'npm run --silent tokens',
    minutes: 1,
    wanted: 'at most 6,000 tokens for all tools',
    figure: told(/^\| all \| ([\d,]+) \|$/m, (tokens) => `${tokens} tokens`),
    holds: (figure) => Number.parseInt(figure.replace(',', ''), 10) <= 6000,
  },
  {
    promise: 'A problem is found again by other words',
    command: 'node test/judge/quality.js',
    minutes: 1,
    wanted: 'MRR of at least 0.85',
    figure: told(/^\| MiniLM, fused with words \| .*? \/ ([\d.]+) \| .*? \/ ([\d.]+) \|/m, (tuned, kept) => {
      return `${((Number(tuned) + Number(kept)) / 2).toFixed(3)} on 70 paraphrases, ${kept} on the half held out`;
    }),
    holds: (figure) => Number.parseFloat(figure) >= 0.85,
  },
  {
    promise: 'A file is found by what a person would type',
    command: 'npm run --silent search-quality -- --half=kept --only=quartet',
    minutes: 3,
    wanted: 'MRR of at least 0.80 on the half that was kept away from tuning',
    figure: told(/^\| quartet \| ([\d.]+) \| \d+ \| (\d+) \| \d+ of (\d+) \|$/m, (mrr, five, all) => {
      return `${mrr}, ${five} of ${all} in the first five`;
    }),
    holds: (figure) => Number.parseFloat(figure) >= 0.8,
  },
  {
    promise: 'No room of the source imports what it must not',
    command: 'node scripts/boundaries.js',
    minutes: 1,
    wanted: '0 wrong arrows, 0 cycles',
    figure: told(/(\d+ wrong arrows, \d+ cycles)/, (both) => both),
  },
  {
    promise: 'A call visits few files of the source',
    command: 'node scripts/files-visited.js',
    minutes: 1,
    wanted: 'write 36, with the console 41, search 40, similar problems 26',
    figure: (output) =>
      [...output.matchAll(/^(\w+): (\d+) files/gm)].map(([, call, files]) => `${call} ${files}`).join(', '),
  },
  {
    promise: 'The package is small and well made',
    command: 'npm run --silent release:check',
    minutes: 2,
    wanted: 'at most 3,000,000 bytes, nothing broken',
    figure: (output) => {
      const checks = output.match(/^(ok|broken) /gm) ?? [];
      return `${checks.filter((word) => word === 'ok ').length} of ${checks.length} checks in order`;
    },
  },
];
