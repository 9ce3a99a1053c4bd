import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseAndRun } from '../../../src/cli/program.ts';
import { captured } from '../../../src/cli/testing/output.ts';
import { runQuartet } from '../../harness/run-quartet.ts';

const folder = mkdtempSync(join(tmpdir(), 'quartet-wrong-'));
const bytes = join(folder, 'bytes.bin');
writeFileSync(bytes, Buffer.from([0xff, 0xfe, 0x00]));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const nowhere = join(folder, 'nowhere', 'x');
const env = { XDG_DATA_HOME: join(folder, 'data'), HOME: folder, QUARTET_LOG: 'off' };

/** What somebody types, what is said about it, where the help is, and the exit code if it is not 2. */
const WRONG: [args: string[], message: RegExp, help: string, code?: number][] = [
  [['colbol'], /unknown command 'colbol'\. Did you mean cobol\?/, 'quartet'],
  [['colbol', '--port', '1'], /unknown command 'colbol'/, 'quartet'],
  [['--nonsense'], /unknown option '--nonsense'/, 'quartet'],
  [['-x'], /unknown option '-x'/, 'quartet'],
  [['help', 'tool'], /unknown command 'tool'\. Did you mean tools\?/, 'quartet'],
  [['help', 'books', 'ingst'], /quartet books has no command 'ingst'\. Did you mean ingest\?/, 'quartet books'],

  [['cobol', 'extra'], /too many arguments/, 'quartet cobol'],
  [['cobol', '--tools'], /'--tools <names>' argument missing/, 'quartet cobol'],
  [['cobol', '--tools', 'ad'], /unknown tool 'ad'\. Did you mean add\?/, 'quartet cobol'],
  [['cobol', '--log-level', 'loud'], /unknown log level 'loud'\. Known: off, /, 'quartet cobol'],
  [['cobol', '--log-format', 'xml'], /unknown log format 'xml'\. Known: json, text\./, 'quartet cobol'],
  [
    ['cobol', '--time-limit', 'never'],
    /--time-limit \(QUARTET_TIME_LIMIT\) must be a number of seconds/,
    'quartet cobol',
  ],
  [['all', '--toolsets', 'colbol'], /unknown toolset 'colbol'\. Did you mean cobol\?/, 'quartet all'],
  [['oj'], /oj needs --base-url <url> \(or OJ_BASE_URL\), or --embedded\./, 'quartet oj'],
  [['oj', '--base-url', 'ftp://x'], /--base-url is not an origin/, 'quartet oj', 1],
  [['oj', '--base-url', 'https://u:hunter2@h'], /must not hold a user name or password/, 'quartet oj', 1],
  [['oj', '--tokn', 'hunter2'], /unknown option '--tokn'\. Did you mean --token\?/, 'quartet oj'],
  [['oj', '--tokn=hunter2'], /unknown option '--tokn'/, 'quartet oj'],
  [['oj', '--token', 'hunter2', '--token', 'hunter2'], /--token <token> was given twice/, 'quartet oj'],
  [['spotlight', '--allow', nowhere], /--allow is neither a directory nor a file/, 'quartet spotlight', 1],
  [['spotlight', '--engine', 'locate'], /--engine must be portable, mdfind or auto/, 'quartet spotlight', 1],

  [['books', 'ingst'], /books has no command 'ingst'\. Did you mean ingest\?/, 'quartet books'],
  [['books', '--root'], /'--root <folder>' argument missing/, 'quartet books'],
  [['books', '--storage-backend', 'tape'], /must be fs, s3 or supabase/, 'quartet books', 1],
  [['books', 'ingest', '.'], /required option '--book <id>' not specified/, 'quartet books ingest'],
  [['books', 'ingest', '--book', 'my-book'], /missing required argument 'folder'/, 'quartet books ingest'],
  [
    ['books', 'ingest', nowhere, '--book', 'my-book'],
    /The folder cannot be read \(ENOENT\)/,
    'quartet books ingest',
    1,
  ],
  [
    ['books', 'hydrate', '.', '--book', 'My Book'],
    /--book must be 3 to 50 lower-case letters/,
    'quartet books hydrate',
  ],
  [['books', 'verify', '--book', 'x'], /--book must be 3 to 50 lower-case letters/, 'quartet books verify'],
  [
    ['books', 'verify', '--root', nowhere],
    /There is no library in .* Name its folder with --root/,
    'quartet books verify',
    1,
  ],
  [['books', 'verify', '--expect-head', 'x'], /--expect-head must be a line of/, 'quartet books verify'],
  [['books', 'verify', '--expect-head', `@${nowhere}`], /cannot be read \(ENOENT\)/, 'quartet books verify'],
  [['books', 'audit', '--status', 'maybe'], /--status must be success, error or conflict/, 'quartet books audit'],
  [['books', 'audit', '--from', 'yesterday'], /--from must be a day or a moment, such as/, 'quartet books audit'],
  [['books', 'audit', '--limit', '0'], /--limit must be a whole number above 0/, 'quartet books audit'],
  [['books', 'migrate', '--from', 'fs:.'], /required option '--to <place>' not specified/, 'quartet books migrate'],
  [['books', 'migrate', '--from', 'fs:.', '--to', 'x'], /--to must be fs:FOLDER or/, 'quartet books migrate', 1],
  [['books', 'gc', '--archives-older-than', 'old'], /must be a number of hours/, 'quartet books gc'],
  [['books', 'gc', '--audit-older-than', '90'], /must be an age such as 90d/, 'quartet books gc'],
  [['books', 'demo', 'more'], /too many arguments/, 'quartet books demo'],

  [['serve', '--port', 'http'], /--port \(QUARTET_PORT\) must be a whole number, 0 to 65535/, 'quartet serve'],
  [['serve', '--host', '0.0.0.0'], /so it needs tokens: --token-file/, 'quartet serve'],
  [['serve', '--token-file', nowhere], /--token-file cannot be read \(ENOENT\)/, 'quartet serve'],
  [['serve', '--public-url', 'x'], /must be an address that begins with http/, 'quartet serve'],
  [['serve', '--jwks-url', 'https://x'], /--jwks-url, --issuer and --audience belong together/, 'quartet serve'],

  [['tools', 'colbol'], /unknown toolset or tool 'colbol'\. Did you mean cobol\?/, 'quartet tools'],
  [['tools', 'zzz'], /unknown toolset or tool 'zzz'\. See them all with quartet tools\./, 'quartet tools'],
  [['tools', 'cobol', 'more'], /too many arguments/, 'quartet tools'],

  [['call'], /name a tool\. See them all with quartet tools\./, 'quartet call'],
  [['call', 'ad'], /unknown tool 'ad'\. Did you mean add\?/, 'quartet call'],
  [['call', 'ad', '--help'], /unknown toolset or tool 'ad'\. Did you mean add\?/, 'quartet call'],
  [['call', 'add', 'x=1'], /add has no argument 'x'\. Known: a, b\./, 'quartet call add'],
  [['call', 'add', 'a'], /'a' is not a key=value pair/, 'quartet call add'],
  [['call', 'add', '{"a":1'], /the arguments are not valid JSON/, 'quartet call add'],
  [['call', 'add', '{"a":1}', 'b=2'], /not both/, 'quartet call add'],
  [['call', 'add', 'a:=x'], /a:= is not followed by valid JSON/, 'quartet call add'],
  [['call', 'add', 'a=1', 'a=2'], /the argument 'a' was given twice/, 'quartet call add'],
  [['call', 'add', 'a=-', 'b=-'], /only one argument can come from standard input/, 'quartet call add'],
  [['call', 'add', `a=@${nowhere}`], /a: the file '.*' cannot be read \(ENOENT\)/, 'quartet call add'],
  [['call', 'validate_date', `date=@${bytes}`], /is not text in UTF-8/, 'quartet call validate_date'],
  [['call', 'add', '--nonsense'], /unknown option '--nonsense'/, 'quartet call'],

  [['judge', 'nonsense'], /judge has no command 'nonsense'\. Known: status, /, 'quartet judge'],
  [['judge', '--port', 'http'], /--port needs a whole number/, 'quartet judge'],
  [['judge', 'sync'], /missing required argument 'platform'/, 'quartet judge sync'],
  [['judge', 'sync', 'codeforce'], /Did you mean codeforces\?/, 'quartet judge sync'],
  [['judge', 'import', nowhere], /cannot be read/, 'quartet judge import'],
  [['judge', 'token'], /say what to do with tokens\. Known: create, list, /, 'quartet judge token'],
  [['judge', 'token', 'make'], /judge token has no command 'make'/, 'quartet judge token'],
  [['judge', 'token', 'require', 'maybe'], /say on or off, not 'maybe'/, 'quartet judge token require'],

  [['find'], /say what to find: a text, --kind or --since/, 'quartet find'],
  [['find', ' '], /the text to look for is empty/, 'quartet find'],
  [['find', '--kind', 'vidoe'], /unknown kind 'vidoe'/, 'quartet find'],
  [['find', '--since', 'soon'], /neither a date like/, 'quartet find'],
  [['find', 'x', '--max-size', 'big'], /--max-size 'big' does not fit; what does: bytes/, 'quartet find'],
  [['find', '(', '--regex'], /no regular expression/, 'quartet find'],
  [['find', 'x', '--limit', '0'], /--limit must be a whole number from 1/, 'quartet find'],
  [['find', 'x', '--in', nowhere], /--in '.*' is not a directory/, 'quartet find'],
  [['find', 'x', '--json', '--print0'], /give either --json or --print0, not both/, 'quartet find'],

  [['completion'], /missing required argument 'shell'/, 'quartet completion'],
  [['completion', 'tcsh'], /unknown shell 'tcsh'\. Known: bash, zsh, fish\./, 'quartet completion'],
];

describe('wrong input is answered with one line that says what is wrong, and one with the next step', () => {
  it.each(WRONG)('quartet %j', async (args, message, help, code = 2) => {
    const ended = await runQuartet(args, env);
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: '' });
    const [first = '', second, ...rest] = ended.stderr.split('\n');
    expect(first).toMatch(/^quartet: \S.*[.?]$/);
    expect(first).toMatch(message);
    expect([second, rest]).toEqual([`See ${help} --help.`, ['']]);
    expect(ended.stderr).not.toContain('hunter2');
  });

  it.each(Array.from(new Set(WRONG.map(([, , help]) => help))))('%s --help is there', async (help) => {
    const { value, stdout } = await captured(() => parseAndRun([...help.split(' ').slice(1), '--help']));
    expect(value).toBe(0);
    expect(stdout).toMatch(/^(Usage: quartet|\w+: )/);
  });
});
