import { PEOPLE, TOPICS } from '../words/topics.js';
import { logLines } from './logs.js';

const ASIDE = [
  'Did anybody answer about the {w}?',
  'The {w} can wait until the weekend.',
  'Still to do: {w}.',
  'This has nothing to do with the {w}.',
  'We talked about the {w} for a while.',
  'See also {w}.',
];
/** In these classes a file may hold all words of the question and still not be what is meant. */
const WHERE_ALL_WORDS_ARE_NOT_ENOUGH = new Set(['name', 'name-partly', 'title', 'phrase', 'recent']);
const PER_QUESTION = 11;

/** Files that mention words of a question in passing: notes, mails, pages, code, build output and logs. */
export function* mentions(random, writer, { near, class: group }) {
  const words = near.split(' ');
  const forms = [note, note, letter, page, code, code, built, log, table, document];
  for (let index = 0; index < PER_QUESTION; index++) {
    const isAll = WHERE_ALL_WORDS_ARE_NOT_ENOUGH.has(group) && index % 2 === 0;
    // Never all of them: another file would be as good as the one that is meant.
    const chosen = isAll ? words : words.filter((_, at) => at !== index % words.length);
    const asPhrase = group === 'name' && index % 4 === 0 ? [words.join(' ')] : chosen;
    if (asPhrase.length > 0) yield random.pick(forms)(asPhrase, random, writer);
  }
  if (group.startsWith('name')) yield sourceNamed(words, random);
  if (group === 'name') yield letterNamed(words, random, writer);
}

/** Code has such names too, which nobody means with plain words. */
const sourceNamed = (words, random) => ({
  path: `Code/${random.pick(['helpdesk', 'shopfront', 'sandbox'])}/src/${camel(words)}.test.js`,
  document: {
    raw: `import { ${camel(words)} } from './index.js';\n\ntest('${words.join(' ')}', () => {\n  expect(${camel(words)}()).toBe(${random.below(99)});\n});\n`,
  },
});

/** A name that says more than was asked for is about something else. */
const letterNamed = (words, random, writer) => ({
  path: `Documents/Old/reply to the question about ${words.join(' ')} ${number(random)}.txt`,
  document: { paragraphs: texts([words.join(' ')], random, writer) },
});

const topicOf = (random) => random.pick(Object.keys(TOPICS));
const number = (random) => String(random.below(100_000)).padStart(5, '0');

function texts(words, random, writer) {
  const topic = topicOf(random);
  const asides = words.map((word) => random.pick(ASIDE).replace('{w}', word));
  return asides.flatMap((aside) => [
    `${writer.paragraph(topic, 1)} ${aside}`,
    ...writer.paragraphs(topic, random.below(3)),
  ]);
}

const note = (words, random, writer) => ({
  path: `Notes/${random.pick(['inbox', 'daily', 'old', 'misc'])}/${writer.day()}-${number(random)}.${random.pick(['md', 'txt'])}`,
  document: { paragraphs: texts(words, random, writer) },
});

const letter = (words, random, writer) => ({
  path: `Mail/Archive/m${number(random)}.eml`,
  document: {
    from: random.pick(PEOPLE),
    to: 'Nora Falk',
    subject: writer.title(topicOf(random)),
    date: new Date(Date.UTC(2022, random.below(40), 1 + random.below(28))),
    paragraphs: texts(words, random, writer),
    style: random.pick(['plain', 'quoted', 'base64', 'html', 'both']),
  },
});

const page = (words, random, writer) => ({
  path: `Downloads/saved/page-${number(random)}.html`,
  document: { title: writer.title(topicOf(random)), paragraphs: texts(words, random, writer) },
});

const document = (words, random, writer) => ({
  path: `Documents/${random.pick(['Misc', 'Scans', 'Old', 'Work'])}/${writer.stem(topicOf(random))} ${number(random)}.${random.pick(['docx', 'pdf', 'odt'])}`,
  document: { title: writer.title(topicOf(random)), paragraphs: texts(words, random, writer) },
});

const camel = (words) =>
  words.map((word, index) => (index === 0 ? word.toLowerCase() : word[0].toUpperCase() + word.slice(1))).join('');

const code = (words, random) => ({
  path: `Code/${random.pick(['helpdesk', 'shopfront', 'sandbox'])}/src/m${number(random)}.${random.pick(['js', 'py', 'ts'])}`,
  document: {
    raw: words
      .map(
        (word) => `// TODO ${word}\nexport const ${camel([word.replaceAll(/\W/g, ''), 'items'])} = load("${word}");\n`,
      )
      .join(`\n${'export const step = (value) => value + 1;\n'.repeat(random.below(6))}`),
  },
});

const built = (words, random) => ({
  path: `Code/${random.pick(['helpdesk', 'shopfront', 'sandbox'])}/dist/chunk-${number(random)}.js`,
  document: {
    raw: `var t={${words.map((word) => `"${word}":${random.below(99)}`).join(',')}};${`f(${JSON.stringify(words.join(';'))});`.repeat(6)}\n`,
  },
});

const log = (words, random) => ({
  path: `Logs/app/app-${number(random)}.log`,
  document: {
    raw: logLines(
      random,
      30,
      words.map((word) => `DEBUG template ${word} refreshed`),
    ),
  },
});

const table = (words, random, writer) => ({
  path: `Documents/Tables/${writer.stem(topicOf(random))}-${number(random)}.csv`,
  document: { rows: [['item', 'amount'], ...words.map((word) => [word, String(random.below(500))]), ['rest', '1']] },
});
