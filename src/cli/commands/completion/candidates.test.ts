import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { allCommands, pathOf } from '../../help/command-tree.ts';
import { commandTree } from '../../program.ts';
import { candidates } from './candidates.ts';
import { completed } from './complete.ts';
import { splitLine } from './words.ts';

const root = mkdtempSync(join(tmpdir(), 'quartet-completion-'));
mkdirSync(join(root, 'books', 'ai-python'), { recursive: true });
mkdirSync(join(root, 'books', 'Not a book'), { recursive: true });
afterAll(() => rmSync(root, { recursive: true, force: true }));

const program = commandTree(() => {});
const offered = async (line: string) => (await candidates(program, splitLine(line).slice(1))).map(({ value }) => value);

describe('completion', () => {
  it.each([
    ['quartet ver', []],
    ['quartet bo', ['books']],
    ['quartet books ver', ['verify']],
    ['quartet judge token re', ['revoke', 'require']],
    ['quartet judge sync lu', ['luogu']],
    ['quartet completion ', ['bash', 'zsh', 'fish']],
    ['quartet help books in', ['ingest']],
    ['quartet help validate_d', ['validate_date']],
    ['quartet tools co', ['cobol', 'content_history']],
    ['quartet call val', ['validate_date', 'validate_book']],
    ['quartet call add ', ['a=', 'b=']],
    ['quartet call add a=1 ', ['b=']],
    ['quartet call read_content scope=', ['scope=file', 'scope=chapter', 'scope=part', 'scope=book']],
    ['quartet call get_asset include_binary=t', ['include_binary=true']],
    ['quartet serve --log-level w', ['warn']],
    ['quartet serve --log-format=', ['--log-format=json', '--log-format=text']],
    ['quartet serve --por', ['--port']],
    ['quartet serve --port ', []],
    ['quartet find --kind p', ['pdf']],
    ['quartet cobol --tools add,val', ['add,validate_date', 'add,validate_book']],
    ["quartet call search 'query=two words' sc", ['scope=']],
    [`quartet books verify --root ${root} --book `, ['ai-python']],
    [`quartet call read_content --root ${root} book_id=a`, ['book_id=ai-python']],
    [`quartet call upload_asset binary_data=@${root}/bo`, [`binary_data=@${root}/books/`]],
    [`quartet books verify --root ${root}/none --book `, []],
  ])('%s', async (line, expected) => {
    expect(await offered(line)).toEqual(expected);
  });

  it('makes nothing', () => {
    expect(readdirSync(root)).toEqual(['books']);
  });

  it('knows every command and every option of the tree, hidden helpers aside', async () => {
    for (const command of allCommands(program)) {
      const names = await offered(`${pathOf(command)} `);
      for (const child of command.commands) {
        expect(names.includes(child.name()), pathOf(child)).toBe(child.name() !== '_complete');
      }
      const flags = await offered(`${pathOf(command)} --`);
      for (const { long } of command.options) expect(flags).toContain(long);
    }
  });

  it('bash gets what is missing behind the last end of a word', async () => {
    const breaks = ' \t\n"\'@><=;|&(:';
    expect(await completed(program, 'bash', ['quartet call read_content scope=ch', breaks])).toBe('chapter\n');
    expect(await completed(program, 'bash', ['quartet call read_content scope=ch', ' '])).toBe('scope=chapter\n');
    expect(await completed(program, 'fish', ['call', 'ad'])).toBe('add\tAdd two numbers exactly\n');
  });
});
