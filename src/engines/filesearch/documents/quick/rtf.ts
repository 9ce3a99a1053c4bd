import type { Bytes } from '../bytes.ts';
import { decodeAs } from '../charsets.ts';
import { described } from '../described.ts';
import { Excerpt } from './excerpt.ts';

const MOST_CHARACTERS = 8 << 20;
/** What is deeper is counted, and read like what is above it. */
const DEEPEST = 1000;

/** Groups that say nothing to a reader of the document. */
const SKIPPED = new Set(
  (
    'fonttbl colortbl stylesheet listtable listoverridetable rsidtbl revtbl filetbl pict objdata themedata colorschememapping ' +
    'datastore latentstyles generator fldinst xmlnstbl mmathPr bkmkstart bkmkend pgptbl nonshppict factoidname userprops'
  ).split(' '),
);
const TOLD = new Set(['title', 'author', 'subject', 'keywords', 'doccomm', 'category', 'company', 'manager']);
const BREAKS = new Set(['par', 'line', 'row', 'sect', 'page', 'column']);
const SIGNS: Readonly<Record<string, string>> = {
  tab: '\t',
  cell: '\t',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  '~': '\u00a0',
  _: '-',
  '\n': '\n',
  '\r': '\n',
  '{': '{',
  '}': '}',
  '\\': '\\',
};

/** The text of an RTF document behind its title and author. */
export function rtfText(bytes: Bytes): string {
  const reader = new RtfReader(bytes.read(0, bytes.size).toString('latin1'));
  reader.read();
  const { title, ...others } = Object.fromEntries(reader.told);
  return described({ title, notes: Object.values(others) }, reader.seen.text());
}

interface Group {
  isSkipped: boolean;
  /** What a group of the document's properties is about. */
  about: string;
  /** How many characters stand behind a Unicode character for programs that do not know it. */
  fallbacks: number;
}

// A control word with its number, a control sign with two digits, a control sign, a bracket, or plain text.
const TOKEN = /\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^])|([{}])|([^\\{}]+)/y;

class RtfReader {
  readonly seen = new Excerpt(MOST_CHARACTERS);
  readonly told = new Map<string, string>();
  readonly #rtf: string;
  readonly #above: Group[] = [];
  #group: Group = { isSkipped: false, about: '', fallbacks: 1 };
  #deeper = 0;
  #codepage = 'windows-1252';
  #bytes: number[] = [];
  #toSkip = 0;
  #isStarred = false;

  constructor(rtf: string) {
    this.#rtf = rtf;
  }

  read(): void {
    TOKEN.lastIndex = 0;
    for (;;) {
      const token = TOKEN.exec(this.#rtf);
      if (!token || this.seen.isFull) break;
      const [, word, number, hex, sign, bracket, plain] = token;
      if (hex !== undefined) this.#byte(Number.parseInt(hex, 16));
      else if (plain !== undefined) this.#plain(plain);
      else {
        this.#endBytes();
        if (bracket === '{') this.#open();
        else if (bracket === '}') this.#close();
        else if (word !== undefined) this.#word(word, number === undefined ? undefined : Number(number));
        else if (sign === '*') this.#isStarred = true;
        else this.#say(SIGNS[sign as string] ?? '');
      }
    }
    this.#endBytes();
  }

  #open(): void {
    this.#isStarred = false;
    this.#toSkip = 0;
    if (this.#above.length >= DEEPEST) this.#deeper++;
    else {
      this.#above.push(this.#group);
      this.#group = { ...this.#group };
    }
  }

  #close(): void {
    this.#toSkip = 0;
    if (this.#deeper > 0) this.#deeper--;
    else this.#group = this.#above.pop() ?? this.#group;
  }

  #word(word: string, number: number | undefined): void {
    if (word === 'bin') TOKEN.lastIndex += Math.max(0, number ?? 0);
    else if (word === 'u') this.#unicode(number ?? 0);
    else if (word === 'uc') this.#group.fallbacks = Math.min(Math.max(0, number ?? 1), 100);
    else if (word === 'ansicpg') this.#codepage = `windows-${number}`;
    else if (SKIPPED.has(word)) this.#group.isSkipped = true;
    else if (TOLD.has(word)) this.#group.about = word;
    // A destination that is marked as not for everybody is for those who know it.
    else if (this.#isStarred) this.#group.isSkipped = true;
    else if (word === 'info') this.#group.about = 'nothing';
    else if (BREAKS.has(word)) this.#say('\n');
    else if (SIGNS[word] !== undefined && word.length > 1) this.#say(SIGNS[word]);
    this.#isStarred = false;
  }

  #unicode(number: number): void {
    this.#say(String.fromCharCode(number & 0xffff));
    this.#toSkip = this.#group.fallbacks;
  }

  #byte(byte: number): void {
    if (this.#toSkip > 0) this.#toSkip--;
    else this.#bytes.push(byte);
  }

  #plain(text: string): void {
    const lines = text.replaceAll(/[\r\n]/g, '');
    const skipped = Math.min(this.#toSkip, lines.length);
    this.#toSkip -= skipped;
    this.#endBytes();
    this.#say(lines.slice(skipped));
  }

  /** Bytes of characters that take two of them come one by one. */
  #endBytes(): void {
    if (this.#bytes.length === 0) return;
    const bytes = Buffer.from(this.#bytes);
    this.#bytes = [];
    this.#say(decodeAs(CODEPAGES[this.#codepage] ?? this.#codepage, bytes));
  }

  #say(text: string): void {
    const { isSkipped, about } = this.#group;
    if (isSkipped || text === '') return;
    if (about === '') this.seen.add(text);
    else if (about !== 'nothing') {
      const told = this.told.get(about) ?? '';
      if (told.length < 10_000) this.told.set(about, told + text);
    }
  }
}

/** Those that are called otherwise on the web. */
const CODEPAGES: Readonly<Record<string, string>> = {
  'windows-932': 'shift_jis',
  'windows-936': 'gbk',
  'windows-949': 'euc-kr',
  'windows-950': 'big5',
  'windows-65001': 'utf-8',
  'windows-10000': 'macintosh',
};
