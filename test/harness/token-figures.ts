import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { EXAMPLE_LESSON, exampleCalls } from './example-calls.ts';
import { INITIALIZE, ServerProcess } from './server-process.ts';

export interface AnswerFigure {
  readonly call: string;
  /** What a client takes in that shows its model the text, and one that shows the structure. */
  readonly text: number;
  readonly structure: number;
}

const SERVERS = [['oj', '--embedded'], ['cobol'], ['books'], ['spotlight'], ['all']];
const LESSONS = 2000;
const NOTES = 150;
const ASSETS = 300;

/** How many tokens of o200k_base each server takes before the first call, and an answer of each tool with no more arguments than it needs. */
export async function tokenFigures(): Promise<{ lists: [server: string, tokens: number][]; answers: AnswerFigure[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'quartet-tokens-'));
  try {
    const files = makeFiles(folder);
    mkdirSync(join(folder, 'empty'));
    const asked = await Promise.all(
      SERVERS.map(async (server) => [server[0] ?? '', await listing(server, join(folder, 'empty'))] as const),
    );
    return { lists: asked.map(([id, tokens]) => [id, tokens]), answers: await answers(folder, files) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A large book, and a folder in which many files hold the word. */
function makeFiles(folder: string): string {
  const files = join(folder, 'files');
  mkdirSync(files);
  for (let n = 0; n < NOTES; n++) {
    const lines = Array.from({ length: 20 }, (_, line) => `Line ${line} of a note about hay, number ${n}.`);
    lines.splice(n % 20, 0, `Somebody lost a needle in the hay of barn ${n}, and nobody has found it since.`);
    writeFileSync(join(files, n === 0 ? 'note.txt' : `note-${n}.txt`), lines.join('\n'));
  }
  const book = join(folder, 'library/books', EXAMPLE_LESSON.book_id);
  for (let n = 0; n < LESSONS; n++) {
    const chapter = join(book, `content/02-Part/${two(n / 50)}-Chapter`);
    mkdirSync(chapter, { recursive: true });
    writeFileSync(join(chapter, `${two(n % 50)}-lesson.md`), `# Lesson ${n}\n\nHello from lesson ${n}.\n`.repeat(10));
  }
  mkdirSync(join(book, 'static/img'), { recursive: true });
  for (let n = 0; n < ASSETS; n++) writeFileSync(join(book, `static/img/picture-${n}.png`), `picture ${n}`);
  return files;
}

const two = (number: number) => String(Math.floor(number) + 1).padStart(2, '0');

async function listing(server: readonly string[], folder: string): Promise<number> {
  const { tools } = await new Asking([...server], folder).once('tools/list');
  return tokensOf({ tools });
}

async function answers(folder: string, files: string): Promise<AnswerFigure[]> {
  const server = new Asking(['all', '--allow', files, '--extras'], folder);
  const { book_id } = EXAMPLE_LESSON;
  const calls: [string, object, string?][] = [
    ...exampleCalls(files),
    ['read_content', { book_id, path: 'content/02-Part/01-Chapter', scope: 'chapter' }, 'a chapter'],
    ['read_content', { book_id, path: 'content', scope: 'book' }, 'a book'],
    ['delta_build', { book_id, since: '2020-01-01T00:00:00Z', include_content: true }, 'with content'],
  ];
  const figures: AnswerFigure[] = [];
  for (const [name, args, what] of calls) {
    const { isError, content, structuredContent } = await server.ask('tools/call', { name, arguments: args });
    if (isError) throw new Error(`${name}: ${content[0].text}`);
    const call = what === undefined ? name : `${name} (${what})`;
    figures.push({ call, text: countTokens(texts(content)), structure: tokensOf(structuredContent) });
  }
  await server.process.end();
  return figures;
}

function texts(content: readonly { text: string }[]): string {
  return content.map(({ text }) => text).join('\n');
}

function tokensOf(value: unknown): number {
  return countTokens(JSON.stringify(value));
}

/** The built program, asked one thing after the other. */
class Asking {
  readonly process: ServerProcess;
  #asked = 1;

  constructor([toolset = '', ...options]: string[], folder: string) {
    const root = toolset === 'books' || toolset === 'all' ? ['--root', join(folder, 'library')] : [];
    const env = {
      XDG_DATA_HOME: folder,
      QUARTET_JUDGE_DB: join(folder, `${toolset}.db`),
      OJ_BASE_URL: '',
      QUARTET_LOG: 'off',
    };
    this.process = new ServerProcess([toolset, ...root, ...options], env).write(INITIALIZE);
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- answers are looked into freely
  async ask(method: string, params: object): Promise<any> {
    const id = this.#asked++;
    this.process.write({ jsonrpc: '2.0', id, method, params });
    return (await this.process.answers(id + 1)).find((answer) => answer.id === id)?.result;
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- answers are looked into freely
  async once(method: string): Promise<any> {
    const result = await this.ask(method, {});
    await this.process.end();
    return result;
  }
}
