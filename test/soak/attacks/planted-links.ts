import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Attack, Ground, Target } from './attack.ts';
import { putByHand } from './floods.ts';

const LONG_AGO = new Date('2020-01-01');
const FOREIGN = ['thesis.txt', 'sample-all-0123456789abcdef.zip', 'a.zip', 'journal.db'];
const CONTENT = 'Somebody else needs this file.';

function plant({ root, folder }: Ground): void {
  putByHand(root, 'sample/content/01-Part/01-Chapter/01-lesson.md', '# A lesson');
  for (const name of FOREIGN) {
    writeFileSync(join(folder, name), CONTENT);
    utimesSync(join(folder, name), LONG_AGO, LONG_AGO);
  }
  symlinkSync(folder, join(root, 'archives'));
}

function isUntouched({ folder }: Ground): void {
  for (const name of FOREIGN) {
    const path = join(folder, name);
    if (!existsSync(path) || readFileSync(path, 'utf8') !== CONTENT) throw new Error(`${name} was destroyed`);
  }
  const added = readdirSync(folder).filter((name) => !FOREIGN.includes(name));
  if (added.length > 0) throw new Error(`files were put where a link leads: ${added.join(', ')}`);
}

export const plantedArchives: Attack = {
  over: 'http',
  rule: 'a link in the place of the archives leads nobody to foreign files',
  prepare(ground) {
    plant(ground);
    return {};
  },
  async run({ call }) {
    for (const scope of ['all', 'content', 'all']) await call('get_book_archive', { book_id: 'sample', scope });
  },
  async inspect(ground) {
    await ground.quartet(['books', 'gc', '--root', ground.root]);
    isUntouched(ground);
  },
};

export const plantedArchivesReadOnly: Attack = {
  ...plantedArchives,
  over: 'http',
  rule: 'with --read-only a link in the place of the archives leads nobody to foreign files, and nothing is swept',
  prepare(ground) {
    plant(ground);
    return { options: ['--read-only'] };
  },
  async run(target) {
    const { root, call } = target;
    for (const scope of ['all', 'content']) await call('get_book_archive', { book_id: 'sample', scope });
    // A real folder, with something old in it, is left as it is too.
    rmSync(join(root, 'archives'));
    mkdirSync(join(root, 'archives'));
    const old = join(root, 'archives', 'thesis.txt');
    writeFileSync(old, CONTENT);
    utimesSync(old, LONG_AGO, LONG_AGO);
    await call('get_book_archive', { book_id: 'sample' });
    if (!existsSync(old)) throw new Error('--read-only swept the archives');
  },
  inspect: isUntouched,
};

export const linkInPlaceOfArchive: Attack = {
  over: 'http',
  rule: 'a link with the name of an archive is not served',
  prepare({ root, folder }) {
    putByHand(root, 'sample/content/01-Part/01-Chapter/01-lesson.md', '# A lesson');
    writeFileSync(join(folder, 'secret.txt'), CONTENT);
    return {};
  },
  async run(target) {
    const url = await archiveUrl(target);
    const archives = join(target.root, 'archives');
    for (const name of readdirSync(archives)) {
      renameSync(join(archives, name), join(target.folder, name));
      symlinkSync(join(target.folder, 'secret.txt'), join(archives, name));
    }
    const { text } = await target.server.send(url);
    if (text.includes(CONTENT)) throw new Error('the file behind a link was served');
  },
};

async function archiveUrl({ call, server }: Target): Promise<string> {
  const { json, text } = await call('get_book_archive', { book_id: 'sample' });
  const url = json.result?.structuredContent?.archive_url;
  if (typeof url !== 'string' || !url.startsWith(server.url)) throw new Error(`there is no archive: ${text}`);
  return url.slice(server.url.length);
}

export const linkedJournal: Attack = {
  over: 'http',
  rule: 'a link in the place of the journal is not followed',
  prepare: ({ root }) => {
    putByHand(root, 'sample/content/01-Part/01-Chapter/01-lesson.md', '# A lesson');
    return {};
  },
  run: async ({ call }) => void (await call('list_books', {})),
  async inspect({ root, folder, quartet }) {
    const [journal, foreign] = [join(root, '.quartet', 'journal.db'), join(folder, 'foreign.db')];
    copyFileSync(journal, foreign);
    const before = readFileSync(foreign);
    rmSync(journal);
    symlinkSync(foreign, journal);
    for (const command of ['verify', 'gc', 'audit']) {
      const { code } = await quartet(['books', command, '--root', root]);
      if (code === 0) throw new Error(`${command} followed a link in the place of the journal`);
    }
    const beside = readdirSync(folder).filter((name) => name !== 'foreign.db');
    if (!readFileSync(foreign).equals(before) || beside.length > 0) throw new Error('a foreign database was changed');
  },
};
