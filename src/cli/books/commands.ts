import type { Command } from 'commander';
import { type Flags, readSettings, type Settings } from '../settings.ts';
import { type AuditFlags, printAudit } from './audit.ts';
import { clearGarbage, type GcFlags } from './gc.ts';
import { type MigrateFlags, migrateLibrary } from './migrate.ts';
import { type SyncFlags, syncFolder } from './sync.ts';
import { type VerifyFlags, verifyLibrary } from './verify.ts';

/** Adds the commands for people to `quartet books`. `configure` gives each the options of the toolset. */
export function addBooksCommands(
  books: Command,
  configure: (command: Command) => Command,
  exit: (code: number) => void,
): void {
  // A mistyped command gets to the server, which suggests the right one.
  books.allowExcessArguments(true);
  function add(usage: string, description: string): Command {
    return configure(books.command(usage).description(description)).option('--json', 'print the outcome as JSON');
  }
  function settingsOf(command: Command): Settings {
    return readSettings(command.optsWithGlobals<Flags>(), process.env, 'warn');
  }

  for (const [direction, usage, description] of [
    ['ingest', 'ingest <folder>', 'bring a Docusaurus folder (docs/ and static/) into a book'],
    ['hydrate', 'hydrate <folder>', 'bring a book into a folder, as docs/ and static/'],
  ] as const) {
    add(usage, description)
      .requiredOption('--book <id>', 'the book')
      .option('--dry-run', 'only tell what would be done')
      .option('--delete', 'also delete what is gone on the other side')
      .option('--overwrite', 'take the other side’s version where both differ')
      .option('--strict', 'exit with 1 also when files were left out, kept or stale')
      .action(async (folder: string, flags: SyncFlags, command: Command) =>
        exit(await syncFolder(direction, folder, flags, settingsOf(command))),
      );
  }

  add('verify', 'check files, journal and audit chain against each other')
    .option('--book <id>', 'only this book')
    .option('--repair', 'take in what storage holds, settle interrupted changes')
    .action(async (flags: VerifyFlags, command: Command) => exit(await verifyLibrary(flags, settingsOf(command))));

  add('audit', 'print the audit log, newest first')
    .option('--book <id>', 'only this book')
    .option('--agent <name>', 'only this agent')
    .option('--operation <name>', 'only this operation, such as write_content')
    .option('--status <status>', 'success, error or conflict')
    .option('--path <path>', 'only this path; * stands for anything')
    .option('--from <time>', 'from this day or moment on')
    .option('--to <time>', 'up to this day or moment')
    .option('--limit <count>', 'at most so many entries; 100 unless told')
    .option('--before <id>', 'only entries before this one')
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
    .option('--archives-older-than <hours>', 'archives unused for so long; 2 unless told')
    .option('--dry-run', 'only tell what would be cleared')
    .action(async (flags: GcFlags, command: Command) => exit(await clearGarbage(flags, settingsOf(command))));
}
