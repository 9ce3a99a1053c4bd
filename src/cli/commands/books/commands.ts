import { type Command, Option } from 'commander';
import { addToolsetOptions, collect, offering } from '../../options/add-options.ts';
import { type Flags, readSettings, type Settings } from '../../options/settings.ts';
import { AUDIT_STATUSES, type AuditFlags, printAudit } from './audit.ts';
import { addDemoBook, type DemoFlags } from './demo.ts';
import { type DiffFlags, printDiff } from './diff.ts';
import { EXPORT_FORMATS, type ExportFlags, exportBook } from './export.ts';
import { clearGarbage, type GcFlags } from './gc.ts';
import { type HistoryFlags, printHistory } from './history.ts';
import { type MigrateFlags, migrateLibrary } from './migrate.ts';
import { type MoveFlags, moveFiles } from './move.ts';
import { type RestoreFlags, restoreLesson } from './restore.ts';
import { type SearchFlags, searchLessons } from './search.ts';
import { type SyncFlags, syncFolder } from './sync.ts';
import { type UploadFlags, uploadFile } from './upload.ts';
import { type VerifyFlags, verifyLibrary } from './verify.ts';

/** Adds the commands for people to `quartet books`; `exit` gets the exit code. */
export function addBooksCommands(books: Command, exit: (code: number) => void): void {
  // A mistyped command gets to the server, which suggests the right one.
  books.allowExcessArguments(true);
  function add(usage: string, description: string): Command {
    return books.command(usage).description(description).option('--json', 'print the outcome as JSON');
  }
  function settingsOf(command: Command): Settings {
    return readSettings(command.optsWithGlobals<Flags>(), process.env, 'warn');
  }

  for (const [direction, usage, description] of [
    ['ingest', 'ingest <folder>', 'bring a Docusaurus folder (docs/ and static/) into a book'],
    ['hydrate', 'hydrate <folder>', 'bring a book into a folder, as docs/ and static/'],
  ] as const) {
    const command = add(usage, description);
    if (direction === 'ingest') {
      command.option('--number', 'number folders and files that have no numbers; hydrate gives them their names back');
    }
    command
      .requiredOption('--book <id>', 'the book')
      .option('--dry-run', 'only tell what would be done')
      .option('--delete', 'also delete what is gone on the other side')
      .option('--overwrite', 'take the other side’s version where both differ')
      .option('--strict', 'exit with 1 also when files were left out, kept or stale')
      .action(async (folder: string, flags: SyncFlags, command: Command) =>
        exit(await syncFolder(direction, folder, flags, settingsOf(command))),
      );
  }

  add('upload <book> <type> <file>', 'bring a file of any size into a book as img, slides, videos or audio')
    .option('--name <name>', 'its name in the book, with folders if it shall have any (default: that of the file)')
    .action(async (book: string, type: string, file: string, flags: UploadFlags, command: Command) =>
      exit(await uploadFile([book, type, file], flags, settingsOf(command))),
    );

  add('demo', 'add the demo book, a tour of Quartet, to the library; run it again to bring it up to date')
    .option('--overwrite', 'bring back lessons and pictures of it that were changed or deleted')
    .action(async (flags: DemoFlags, command: Command) => exit(await addDemoBook(flags, settingsOf(command))));

  add('export <book> <out>', 'publish a book into a folder: a site of pages, an EPUB, or the sources of a site')
    .addOption(
      offering(new Option('--format <format>', 'html, epub, docusaurus or mdbook (default: html)'), EXPORT_FORMATS),
    )
    .option('--user <id>', 'the book as this user sees it, with their own versions of lessons')
    .option('--title <text>', 'the title of the book (default: that of content/README.md, or its id in words)')
    .option('--language <tag>', 'the language of the book, such as en or pt-BR (default: en)')
    .option('--watch', 'keep the folder up to date until Ctrl-C')
    .action(async (book: string, out: string, flags: ExportFlags, command: Command) =>
      exit(await exportBook(book, out, flags, settingsOf(command))),
    );

  add('search <book> <words...>', 'find the sections of a book that hold some words, best first')
    .option('--user <id>', 'with the lessons of this user in place of the shared ones')
    .option('--limit <count>', 'at most so many sections (default: 10)')
    .action(async (book: string, words: string[], flags: SearchFlags, command: Command) =>
      exit(await searchLessons(book, words.join(' '), flags, settingsOf(command))),
    );

  const whose = ['--user <id>', 'this user’s own version, instead of the shared one'] as const;
  add('history <book> <path>', 'list the versions of a lesson, newest first')
    .option(...whose)
    .option('--limit <count>', 'at most so many (default: 50)')
    .action(async (book: string, path: string, flags: HistoryFlags, command: Command) =>
      exit(await printHistory(book, path, flags, settingsOf(command))),
    );

  add('diff <book> <path> [a] [b]', 'show what differs between two versions of a lesson (default: its last change)')
    .option(...whose)
    .action(async (book: string, path: string, from: string | undefined, to: string | undefined, ...rest) => {
      const [flags, command] = rest as [DiffFlags, Command];
      exit(await printDiff([book, path, from, to], flags, settingsOf(command)));
    });

  add(
    'restore <book> <path> <hash>',
    'write an old version of a lesson, by its hash or as it was at a moment, as its newest one',
  )
    .option(...whose)
    .action(async (book: string, path: string, version: string, flags: RestoreFlags, command: Command) =>
      exit(await restoreLesson([book, path, version], flags, settingsOf(command))),
    );

  add('move <book> <from> <to>', 'move a lesson, a chapter or an asset, with the links that lead there')
    .option('--dry-run', 'only tell what would be moved and rewritten')
    .action(async (book: string, from: string, to: string, flags: MoveFlags, command: Command) =>
      exit(await moveFiles([book, from, to], flags, settingsOf(command))),
    );

  add('verify', 'check files, journal, audit chain and kept versions against each other')
    .option('--book <id>', 'only this book')
    .option('--repair', 'take in what storage holds, settle interrupted changes')
    .option(
      '--expect-head <head>',
      'a line of audit --heads, or @FILE with such lines: nothing before it may differ',
      collect,
    )
    .action(async (flags: VerifyFlags, command: Command) => exit(await verifyLibrary(flags, settingsOf(command))));

  add('audit', 'print the audit log, newest first')
    .option('--book <id>', 'only this book')
    .option('--agent <name>', 'only this agent')
    .option('--operation <name>', 'only this operation, such as write_content')
    .addOption(offering(new Option('--status <status>', 'success, error or conflict'), AUDIT_STATUSES))
    .option('--path <path>', 'only this path; * stands for anything')
    .option('--from <time>', 'from this day or moment on')
    .option('--to <time>', 'up to this day or moment')
    .option('--limit <count>', 'at most so many entries (default: 100)')
    .option('--before <id>', 'only entries before this one')
    .option('--export <file>', 'write all of them as JSON lines, oldest first; - for stdout')
    .option('--overwrite', 'let --export replace a file that is there')
    .option('--heads', 'print the ends of the chains instead, to be kept elsewhere for verify --expect-head')
    .option('--seal', 'seal the chains of a journal that had no key with one that was there before')
    .action(async (flags: AuditFlags, command: Command) => exit(await printAudit(flags, settingsOf(command))));

  add('migrate', 'bring all books from one storage into another, or a journal from one database into another')
    .requiredOption(
      '--from <place>',
      'fs:FOLDER or s3://BUCKET/PREFIX; sqlite:FILE or postgresql (DATABASE_URL) for a journal',
    )
    .requiredOption(
      '--to <place>',
      'fs:FOLDER or s3://BUCKET/PREFIX; sqlite:FILE or postgresql (DATABASE_URL) for a journal',
    )
    .option('--dry-run', 'only tell what would be copied')
    .option('--overwrite', 'replace files of the target that differ')
    .action(async (flags: MigrateFlags, command: Command) => exit(await migrateLibrary(flags, settingsOf(command))));

  add('gc', 'clear old archives and what crashes have left')
    .option('--archives-older-than <hours>', 'archives unused for so long (default: 2)')
    .option('--audit-older-than <age>', 'also remove entries of the audit log older than 90d, 12w, 48h (default: none)')
    .option(
      '--keep <age>',
      'also remove versions of lessons that were replaced longer ago than 90d, 12w, 48h (default: none)',
    )
    .option(
      '--keep-last <count>',
      'also remove versions older than the last so many; with both, what either keeps stays',
    )
    .option('--dry-run', 'only tell what would be cleared')
    .action(async (flags: GcFlags, command: Command) => exit(await clearGarbage(flags, settingsOf(command))));
  // After their own.
  for (const command of books.commands) addToolsetOptions(command, 'books');
}
