import { FOREIGN } from './words.js';

const FOREIGN_WORDS = FOREIGN.split(' ');

/** A note: paragraphs of sentences. One in ten has words with marks or in other scripts among the rest. */
export function note(random, word, size, foreign) {
  const lines = [`# ${word()} ${word()}`, ''];
  let length = 0;
  while (length < size) {
    const sentence = Array.from({ length: 5 + random.below(12) }, () =>
      foreign && random.below(12) === 0 ? random.pick(FOREIGN_WORDS) : word(),
    );
    const line = `${sentence[0][0].toUpperCase()}${sentence.join(' ').slice(1)}.`;
    lines.push(line);
    length += line.length + 1;
    if (random.below(5) === 0) lines.push('');
  }
  return `${lines.join('\n')}\n`;
}

/** Something that looks like a program: comments, names made of words, numbers, indentation. */
export function code(random, word, size) {
  const name = () => (random.below(2) === 0 ? `${word()}_${word()}` : `${word()}${capital(word())}`);
  const lines = [`// ${word()} ${word()} ${word()} ${word()}`];
  let length = 0;
  while (length < size) {
    const line = random.pick([
      () => `function ${name()}(${name()}, ${name()}) {`,
      () => `  const ${name()} = ${name()}(${random.below(10_000)}, '${word()} ${word()}');`,
      () => `  if (${name()} > 0x${random.next().toString(16)}) return ${name()}.${word()};`,
      () => `  // ${word()} ${word()} ${word()} ${word()} ${word()}`,
      () => `}\n`,
    ])();
    lines.push(line);
    length += line.length + 1;
  }
  return `${lines.join('\n')}\n`;
}

/** Declarations in the manner of C headers. */
export function header(random, word, size) {
  const guard = `${word()}_${word()}_H`.toUpperCase();
  const lines = [`#ifndef ${guard}`, `#define ${guard}`, ''];
  let length = 0;
  while (length < size) {
    const line =
      random.below(3) === 0
        ? `#define ${word().toUpperCase()}_${word().toUpperCase()} ${random.below(65_536)}`
        : `extern int ${word()}_${word()}(struct ${word()} *${word()}, unsigned ${word()}); /* ${word()} ${word()} */`;
    lines.push(line);
    length += line.length + 1;
  }
  return `${lines.join('\n')}\n\n#endif\n`;
}

const HEADERS = {
  png: Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
  jpg: Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF\0', 'latin1'),
  gif: Buffer.from('GIF89a\x40\0\x40\0\0\0', 'latin1'),
  webp: Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'),
  mp3: Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'),
  bin: Buffer.from('\x7fELF\x02\x01\x01\0\0', 'latin1'),
};

/** Bytes that begin as their format does and go on at random. */
export function binary(random, extension, size) {
  return Buffer.concat([HEADERS[extension], random.bytes(size)]);
}

function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}
