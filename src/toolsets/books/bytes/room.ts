import { PROGRAM } from './scan-program.ts';

/** The most bytes of files that are read onto one page. */
export const MOST_ON_A_PAGE = 512 * 1024;
/** A page, a line end behind its last file, and what is looked at beyond the end. */
const PAGE_BYTES = MOST_ON_A_PAGE + 64;
const LF = 0x0a;

/** As far as it is used here; its types come with those of browsers. */
interface Engine {
  readonly Module: new (program: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

interface Program {
  readonly memory: { readonly buffer: ArrayBuffer };
  count(from: number, to: number): number;
  find(from: number, to: number, needle: number, length: number): number;
}

interface Room {
  readonly bytes: Buffer;
  readonly program: Program | undefined;
}

let theRoom: Room | undefined;

/**
 * Where a page is put to be looked through. There is one for all, because nobody waits for anything meanwhile: it is filled
 * and looked through in one go.
 */
export function room(): Buffer {
  theRoom ??= makeRoom();
  return theRoom.bytes;
}

/** Finds some texts in a page, and counts its lines. Good until the next one is made. */
export interface Scan {
  /** Where a text, told by its index, is next; -1 when it is nowhere. */
  find(needle: number, from: number): number;
  /** How many lines end between two places. */
  countLines(from: number, to: number): number;
}

export function scanOf(page: Buffer, needles: readonly Buffer[]): Scan {
  theRoom ??= makeRoom();
  const { bytes, program } = theRoom;
  const needed = needles.reduce((sum, needle) => sum + needle.length, PAGE_BYTES);
  if (program === undefined || page.length > PAGE_BYTES || needed > bytes.length) return slowScan(page, needles);
  if (page.buffer !== bytes.buffer) bytes.set(page);
  let end = PAGE_BYTES;
  const places = needles.map((needle) => {
    bytes.set(needle, end);
    end += needle.length;
    return end - needle.length;
  });
  return {
    find: (needle, from) =>
      program.find(from, page.length, places[needle] as number, (needles[needle] as Buffer).length),
    countLines: (from, to) => program.count(from, to),
  };
}

/** For pages of any size. */
export function slowScan(page: Buffer, needles: readonly Buffer[]): Scan {
  return {
    find: (needle, from) => page.indexOf(needles[needle] as Buffer, from),
    countLines(from, to) {
      let count = 0;
      for (let at = page.indexOf(LF, from); at !== -1 && at < to; at = page.indexOf(LF, at + 1)) count++;
      return count;
    },
  };
}

function makeRoom(): Room {
  try {
    const { Module, Instance } = (globalThis as unknown as { WebAssembly: Engine }).WebAssembly;
    const program = new Instance(new Module(Buffer.from(PROGRAM, 'base64'))).exports as Program;
    // Its functions are compiled when they are called for the first time: here rather than in a search.
    program.find(0, program.count(0, 1), PAGE_BYTES, 1);
    return { program, bytes: Buffer.from(program.memory.buffer) };
  } catch {
    // A processor without vectors, or too little address space.
    return { program: undefined, bytes: Buffer.allocUnsafeSlow(PAGE_BYTES) };
  }
}
