/** What people type, below the help of a command. */
export const EXAMPLES_OF_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'quartet serve': [
    'quartet serve',
    'quartet serve --port 9000 --read-only',
    'quartet serve --host 0.0.0.0 --token-file tokens.txt',
  ],
  'quartet all': ['quartet all --allow ~/Documents'],
  'quartet books': ['quartet books --root ~/library', 'quartet books demo', 'quartet help books ingest'],
  'quartet books ingest': [
    'quartet books ingest ./site --book my-book --dry-run',
    'quartet books ingest ./site --book my-book',
  ],
  'quartet books hydrate': ['quartet books hydrate ./site --book my-book'],
  'quartet books verify': ['quartet books verify', 'quartet books verify --book my-book --repair'],
  'quartet books audit': [
    'quartet books audit --book my-book --limit 20',
    'quartet books audit --from 2026-03-01 --export audit.jsonl',
  ],
  'quartet books migrate': ['quartet books migrate --from fs:./library --to s3://bucket/library --dry-run'],
  'quartet books history': ['quartet books history my-book content/01-Part/01-Chapter/01-intro.md'],
  'quartet books diff': [
    'quartet books diff my-book content/01-Part/01-Chapter/01-intro.md',
    'quartet books diff my-book content/01-Part/01-Chapter/01-intro.md 2026-03-01',
  ],
  'quartet books restore': ['quartet books restore my-book content/01-Part/01-Chapter/01-intro.md 4f2a90c1d3e8'],
  'quartet books move': [
    'quartet books move my-book content/01-Part/01-Chapter/01-intro.md content/02-Part/01-Chapter/01-intro.md --dry-run',
  ],
  'quartet books gc': ['quartet books gc --dry-run', 'quartet books gc --keep 90d --keep-last 20'],
  'quartet oj': ['quartet oj --embedded', 'quartet oj --base-url https://judge.example.com'],
  'quartet spotlight': ['quartet spotlight --allow ~/Documents --allow ~/Projects'],
  'quartet judge': ['quartet judge --port 8787'],
  'quartet judge sync': ['quartet judge sync codeforces', 'quartet judge sync atcoder --statements'],
  'quartet call': [
    'quartet call add a=0.1 b=0.2',
    'quartet call add --help',
    "quartet call format_currency amount=-1234.5 'picture=$$,$$9.99CR'",
  ],
  'quartet tools': ['quartet tools', 'quartet tools books', 'quartet tools read_content'],
  'quartet find': [
    'quartet find "annual report" --in ~/Documents',
    'quartet find --kind pdf --since 7d',
    'quartet find \'"green tea" -draft name:*.md size:<1MB\'',
    'quartet find invoice -0 | xargs -0 ls -l',
  ],
  'quartet install': [
    'quartet install --list',
    'quartet install claude-code',
    'quartet install cursor books -- --root ~/library',
  ],
  'quartet uninstall': ['quartet uninstall claude-code'],
  'quartet doctor': ['quartet doctor'],
  'quartet completion': ['source <(quartet completion bash)'],
};
