import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, symlinkSync, utimesSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { pdf } from '../../../src/engines/filesearch/documents/testing/pdf.ts';
import { zip } from '../../../src/engines/filesearch/documents/testing/zip.ts';
import { temporaryFolder } from '../../../src/engines/filesearch/testing/folders.ts';
import type { Answer } from '../../harness/server-process.ts';
import { type SpotlightServer, spotlightServer } from '../../harness/spotlight-server.ts';

/** Letters that are the same inside and outside, but for what is said there. */
function letters(place: string): Record<string, string | Uint8Array> {
  const core = `<cp:coreProperties><dc:title>${place}</dc:title></cp:coreProperties>`;
  return {
    'same.txt': `a letter from ${place}\n`.repeat(place === 'OUTSIDE' ? 77 : 5),
    same: `a letter from ${place}\n`,
    'same.pdf': pdf([`a letter from ${place}`]),
    'same.docx': zip([
      { name: 'word/document.xml', content: `<w:p><w:t>a letter from ${place}</w:t></w:p>` },
      { name: 'docProps/core.xml', content: core },
    ]),
    'deep/er/same.txt': `a letter from ${place}`,
    ...(place === 'OUTSIDE' && { 'secret.txt': 'a letter from OUTSIDE', 'deep/secret.txt': 'a letter from OUTSIDE' }),
  };
}

/** The times of everything outside, as answers tell them. */
const OUTSIDE_YEAR = '1999';

const parent = temporaryFolder({});
const S = join(parent, 'tree');
for (const [folder, place] of [
  [join(S, 'box'), 'inside'],
  [join(parent, 'out'), 'OUTSIDE'],
] as const) {
  mkdirSync(folder, { recursive: true });
  renameSync(temporaryFolder(letters(place)), `${folder}/letters`);
}
symlinkSync(join(parent, 'out/letters'), join(parent, 'link'));
const then = new Date(`${OUTSIDE_YEAR}-05-05`);
for (const name of [...Object.keys(letters('OUTSIDE')), 'deep/er', 'deep', ''])
  utimesSync(join(parent, 'out/letters', name), then, then);

const box = join(S, 'box/letters');

/** Puts the link in the folder's place and takes it away again, as fast as it can. */
const SWAPPER = `
  const { renameSync } = require('node:fs');
  const [box, aside, link] = process.argv.slice(1);
  process.on('disconnect', () => process.exit());
  const swap = () => {
    for (let at = 0; at < 200; at++) {
      renameSync(box, aside); renameSync(link, box); renameSync(box, link); renameSync(aside, box);
    }
    setImmediate(swap);
  };
  swap();`;

/** Swaps for the length of `during`, and leaves the folder in its place. */
async function whileSwapping(during: () => Promise<void>): Promise<void> {
  const paths = [box, join(parent, 'aside'), join(parent, 'link')];
  const swapper = spawn(process.execPath, ['-e', SWAPPER, ...paths], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  try {
    await during();
  } finally {
    swapper.disconnect();
    await once(swapper, 'exit');
  }
}

const scopes = [S, box, join(box, 'deep')];
const questions: [string, object][] = [
  ...scopes.flatMap((scope): [string, object][] => [
    ['search', { query: 'a letter from', scope }],
    ['search', { query: 'letter outside', scope }],
    ['search', { query: 'same', scope }],
    ['search', { query: 'secret', scope }],
    ['recent_files', { scope, since: '1980-01-01' }],
    ['search_by_kind', { kind: 'document', scope }],
    ['search_by_kind', { kind: 'pdf', scope }],
  ]),
  ...[
    'same.txt',
    'same',
    'same.pdf',
    'same.docx',
    'deep/er/same.txt',
    'secret.txt',
    'deep/secret.txt',
    'deep',
    '',
  ].flatMap((name): [string, object][] => [
    ['get_metadata', { path: join(box, name) }],
    ['get_metadata', { path: join(box, name) }],
    ['preview_file', { path: join(box, name) }],
  ]),
];

/** Asks everything at once and gives the answers in the order of the questions. */
class Asking {
  readonly #server: SpotlightServer;
  readonly #waiting = new Map<unknown, (answer: Answer) => void>();
  #lastId = 0;

  constructor(options: readonly string[]) {
    this.#server = spotlightServer(['--allow', S, '--extras', ...options]);
    createInterface({ input: this.#server.process.child.stdout }).on('line', (line) => {
      const answer = JSON.parse(line) as Answer;
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
  }

  round(): Promise<Answer[]> {
    return Promise.all(
      questions.map(([name, args]) => {
        const id = ++this.#lastId;
        const params = { name, arguments: args, _meta: { 'quartet/snippets': true } };
        this.#server.process.write({ jsonrpc: '2.0', id, method: 'tools/call', params });
        return new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
      }),
    );
  }
}

const ROUNDS = 60;
const REFUSED =
  /^(?:Invalid argument: (?:Path outside scope|Scope is not a directory)|File not found|Query failed: Unable)/;

describe.runIf(platform() === 'linux')('a folder that is swapped for a link to the outside, and back', () => {
  it.each([
    ['watching', []],
    ['walking', ['--no-watch']],
  ])('shows nothing of the outside, %s', { timeout: 300_000 }, async (_, options) => {
    const asking = new Asking(options);
    await asking.round();
    const shown: string[] = [];
    let inside = 0;
    await whileSwapping(async () => {
      for (let round = 0; round < ROUNDS; round++) {
        for (const [at, { result }] of (await asking.round()).entries()) {
          const { text } = result.content[0] as { text: string };
          if (result.isError) expect(text).toMatch(REFUSED);
          else if (/OUTSIDE|secret\.txt|\D1999-/.test(text)) shown.push(JSON.stringify(questions[at]));
          else if (text.includes('same')) inside++;
        }
      }
    });
    expect(shown).toEqual([]);
    // It was a race: the folder itself was seen too.
    expect(inside).toBeGreaterThan(ROUNDS);
  });
});
