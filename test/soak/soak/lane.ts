import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../harness/random.ts';
import type { CallResult, CallTool } from './client.ts';

export interface Tally {
  calls: number;
  wrong: number;
  lost: number;
  /** What went wrong first, for who reads the report. */
  readonly troubles: string[];
}

const MOST_TROUBLES = 5;
const LONGEST_PAUSE_MS = 40;
const BOOK = 'soak';

/** One client: draws call after call, and knows what the right answer is. */
export class Lane {
  readonly #path: string;
  readonly #first = new Map<string, string>();
  #written: { readonly content: string; readonly hash: string } | undefined;
  #count = 0;

  constructor(
    private readonly name: string,
    private readonly call: CallTool,
    private readonly random: Random,
    private readonly files: string,
  ) {
    this.#path = `content/01-Part/01-Chapter/${name}.md`;
  }

  /** Calls until it is told to stop. */
  async run(tally: Tally, goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      try {
        const trouble = await this.#next();
        if (trouble !== undefined) {
          tally.wrong++;
          note(tally, `${this.name}: ${trouble}`);
        }
      } catch (error) {
        tally.lost++;
        note(tally, `${this.name}: ${String(error)}`);
      }
      tally.calls++;
      await sleep(this.random.below(LONGEST_PAUSE_MS));
    }
  }

  /** What was wrong with the answer, if anything. */
  async #next(): Promise<string | undefined> {
    const drawn = this.random.below(100);
    if (drawn < 30) return this.#add();
    if (drawn < 40) return this.#same('format_currency', { amount: this.random.below(9) * 1000, currency: 'EUR' });
    if (drawn < 45)
      return this.#same('validate_date', { date: `2024${10 + this.random.below(3)}3${this.random.below(3)}` });
    if (drawn < 60) return this.#write();
    if (drawn < 70) return this.#read();
    if (drawn < 74) return this.#found('grep_search', { book_id: BOOK, pattern: `^# ${this.name} ` });
    if (drawn < 77) return this.#found('glob_search', { book_id: BOOK, pattern: this.#path });
    if (drawn < 80) return this.#asset();
    if (drawn < 88) return this.#same('search', { query: 'needle', scope: this.files });
    if (drawn < 91)
      return this.#same('search_by_kind', { kind: this.random.pick(['document', 'image', 'pdf']), scope: this.files });
    if (drawn < 94)
      return this.#same('get_metadata', { path: `${this.files}/${this.random.pick(['note.txt', 'a.pdf', 'a.jpg'])}` });
    if (drawn < 98) return this.#same('get_problem', { source: 'quartet', id: String(1 + this.random.below(9)) });
    return this.#same('resolve_problem', { query: 'lighthouse-ledger' });
  }

  async #add(): Promise<string | undefined> {
    const [a, b] = [this.random.below(1e9), this.random.below(1e9)];
    const { structuredContent } = await this.call('add', { a: `${a}.25`, b: `${b}.5` });
    return structuredContent?.sum === `${a + b}.75` ? undefined : `add ${a} ${b}: ${JSON.stringify(structuredContent)}`;
  }

  /** What never changes is answered as it was at first. */
  async #same(name: string, args: unknown): Promise<string | undefined> {
    const key = name + JSON.stringify(args);
    const result = await this.call(name, args);
    const answer = JSON.stringify(result.content[0]);
    // Not every day is in the calendar; all else can be done.
    if (result.isError && name !== 'validate_date') return `${name}: ${textOf(result)}`;
    const first = this.#first.get(key) ?? answer;
    this.#first.set(key, first);
    return answer === first ? undefined : `${name}: ${answer.slice(0, 200)} instead of ${first.slice(0, 200)}`;
  }

  /** A change with the right hash, and now and then one with a wrong hash, which must be refused. */
  async #write(): Promise<string | undefined> {
    const content = `# ${this.name} ${++this.#count}\n\n${'All work and no play. '.repeat(this.random.below(20))}\n`;
    const args = { book_id: BOOK, path: this.#path, content };
    if (this.#written && this.random.below(8) === 0) {
      const refused = await this.call('write_content', { ...args, expected_hash: '0'.repeat(64) });
      return refused.isError ? undefined : 'a write with a wrong hash was accepted';
    }
    const written = await this.call('write_content', {
      ...args,
      ...(this.#written && { expected_hash: this.#written.hash }),
    });
    const hash = written.structuredContent?.file_hash;
    if (typeof hash !== 'string') return `write_content: ${textOf(written)}`;
    this.#written = { content, hash };
    return undefined;
  }

  async #read(): Promise<string | undefined> {
    if (!this.#written) return this.#write();
    const { structuredContent } = await this.call('read_content', { book_id: BOOK, path: this.#path });
    const isRight =
      structuredContent?.content === this.#written.content && structuredContent.file_hash_sha256 === this.#written.hash;
    return isRight ? undefined : `read_content: ${JSON.stringify(structuredContent).slice(0, 200)}`;
  }

  async #found(name: string, args: unknown): Promise<string | undefined> {
    if (!this.#written) return this.#write();
    const answer = await this.call(name, args);
    const { result } = answer.structuredContent ?? {};
    return Array.isArray(result) && result.length === 1 ? undefined : `${name}: ${textOf(answer)}`;
  }

  async #asset(): Promise<string | undefined> {
    const asset = { book_id: BOOK, asset_type: 'img', filename: `${this.name}.png` };
    const bytes = Buffer.from(`picture ${this.#count}`).toString('base64');
    const sent = await this.call('upload_asset', { ...asset, binary_data: bytes });
    if (sent.isError) return `upload_asset: ${textOf(sent)}`;
    const answer = await this.call('get_asset', asset);
    return answer.isError ? `get_asset: ${textOf(answer)}` : undefined;
  }
}

function note(tally: Tally, trouble: string): void {
  if (tally.troubles.length < MOST_TROUBLES) tally.troubles.push(trouble);
}

function textOf({ content }: CallResult): string {
  return content[0]?.text.slice(0, 300) ?? '';
}
