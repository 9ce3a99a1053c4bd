import { readFileSync } from 'node:fs';
import type { Snippet } from './engine.ts';

const AROUND = 40;

/** R28, R31: case, accents, normal form and the length of white space do not count. */
export function folded(text: string): string {
  const plain = (given: string) => given.normalize('NFD').replace(/\p{M}/gu, '');
  return plain(plain(text).toLowerCase()).normalize('NFC').replace(/\s+/g, ' ');
}

/** R34: the text of a file; undefined when it is binary. */
export function textOf(path: string): string | undefined {
  const bytes = readFileSync(path);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, 8192).includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The words around the first place where a folded text stands. */
export function snippetOf(text: string, wanted: string): Snippet | undefined {
  const single = text.replace(/\s+/g, ' ');
  let plain = '';
  const places: number[] = [];
  for (const cluster of single.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    for (const unit of folded(cluster[0])) {
      plain += unit;
      for (let at = 0; at < unit.length; at++) places.push(cluster.index);
    }
  }
  const found = plain.indexOf(wanted);
  if (found < 0) return undefined;
  const begin = places[found] ?? 0;
  const end = places[found + wanted.length] ?? single.length;
  const from = Math.max(0, begin - AROUND);
  return { text: single.slice(from, end + AROUND), start: begin - from, end: end - from };
}
