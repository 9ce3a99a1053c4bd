import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const WORDS = (
  'agent model prompt context window token memory tool call server client stream journal chapter lesson exercise answer ' +
  'question python function variable loop class object list tuple string number error message return value test reason'
).split(' ');

/** A folder that is gone when the bench is. */
export function scratchFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `quartet-bench-${name}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Lessons of prose, always the same for a seed; one in a hundred lines has a rare word in it. */
export function writeLessons(book, count, bytes, seed = 1) {
  const random = randomFrom(seed);
  for (let at = 0; at < count; at++) {
    const path = lessonPath(at);
    let text = `# Lesson ${at}\n\n`;
    while (text.length < bytes) text += sentence(random);
    put(join(book, path), text.slice(0, bytes));
  }
}

export function lessonPath(at) {
  const two = (number) => String(number).padStart(2, '0');
  return `content/${two(1 + Math.floor(at / 1000))}-Part/${two(1 + (Math.floor(at / 50) % 20))}-Chapter/${two(at % 50)}-lesson-${at}.md`;
}

/** Pictures that nobody can pack any smaller. */
export function writePictures(book, count, bytes, seed = 2) {
  const random = randomFrom(seed);
  const noise = Buffer.alloc(bytes * 2);
  for (let at = 0; at < noise.length; at += 4) noise.writeUInt32LE(random() * 2 ** 32, at);
  for (let at = 0; at < count; at++) {
    const start = Math.floor(random() * bytes);
    put(join(book, `static/img/${at}.png`), noise.subarray(start, start + bytes));
  }
}

function put(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function sentence(random) {
  const words = Array.from({ length: 12 }, () => WORDS[Math.floor(random() * WORDS.length)]);
  if (random() < 0.01) words[5] = 'Zweifelsfall';
  return `${words.join(' ')}.${random() < 0.2 ? '\n\n' : '\n'}`;
}

function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
