import { Random } from '../corpus/random.js';
import { extensionOf } from './formats/file.js';
import { logLines } from './noise/logs.js';
import { Writer } from './words/sentences.js';
import { PEOPLE, TOPICS } from './words/topics.js';

const OWNER = 'Nora Falk';
const DAY_MS = 24 * 60 * 60 * 1000;

/** The files of one question: the one that is meant, and those that somebody wrote beside it to be mistaken for it. */
export function* plantedFiles({ file, is, topic = 'family', others = {}, series }, seed, now) {
  const random = new Random(seed);
  const writer = new Writer(random);
  const made = (path, spec) => ({
    path,
    days: spec.days ?? 20 + random.below(1400),
    ...documentOf(path, spec, { topic, random, writer, now }),
  });
  yield made(file, is);
  for (const [path, spec] of Object.entries(others)) yield made(path, spec);
  for (const [path, days] of issuesOf(series)) yield made(path, { ...is, days });
}

/** The documents of a spec: what it says, between paragraphs that say nothing. */
function documentOf(path, spec, { topic, random, writer, now }) {
  if (spec.raw !== undefined) return { document: spec };
  const extension = extensionOf(path);
  if (['jpg', 'JPG', 'mp3', 'flac', 'vcf'].includes(extension)) return { document: spec };
  if (spec.members) return { document: { members: Object.entries(spec.members) } };
  if (spec.lines) return { document: { raw: logLines(random, 40 + random.below(80), spec.lines) } };
  const fillers = spec.fill ?? 2 + random.below(5);
  const paragraphs = writer.paragraphs(topic, fillers);
  // Each text has a place of its own, in the order in which they were written.
  const texts = [spec.text ?? []].flat();
  const placed = texts.flatMap((text, index) => [
    ...paragraphs.splice(0, index === 0 ? random.below(2) : random.below(3)),
    text,
  ]);
  const document = { ...spec, paragraphs: [...placed, ...paragraphs] };
  if (extension === 'eml' || extension === 'mbox')
    return { document: { ...mailOf(document, random, now), mails: mailsOf(spec, random, writer, now) } };
  if (['xlsx', 'ods', 'csv'].includes(extension))
    return { document: { ...document, rows: rowsOf(document, topic, random) } };
  return { document };
}

function mailOf(document, random, now) {
  const date = new Date(now - (document.days ?? 20 + random.below(1400)) * DAY_MS);
  const attachments = (document.attachments ?? []).map((name) => [
    name,
    `${name}\n${random.bytes(200).toString('hex')}`,
  ]);
  return { to: OWNER, from: random.pick(PEOPLE), ...document, date, attachments };
}

/** The mails of an mbox: those of the spec among others. */
function mailsOf(spec, random, writer, now) {
  return (spec.mails ?? []).flatMap(({ text, ...message }) => {
    const other = { subject: writer.title('work'), paragraphs: writer.paragraphs('work', 2), days: 400 };
    return [other, { ...message, paragraphs: [text].flat() }].map((one) => mailOf(one, random, now));
  });
}

function rowsOf({ rows = [], paragraphs }, topic, random) {
  const nouns = TOPICS[topic]?.nouns ?? ['Posten', 'Summe', 'Rest'];
  const more = paragraphs.map(() => [random.pick(nouns), String(random.below(900)), String(random.below(90))]);
  return [...rows, ...more];
}

/** Earlier issues of a file, each with its age in days. */
function issuesOf(series) {
  if (series === undefined) return [];
  if (series.months) {
    const [year, month] = series.before.split('-').map(Number);
    return Array.from({ length: series.months }, (_, back) => {
      const date = new Date(Date.UTC(year, month - 2 - back, 1));
      return [series.path.replace('{month}', date.toISOString().slice(0, 7)), series.from + back * 30];
    });
  }
  const { path, count, start, from, step } = series;
  return Array.from({ length: count }, (_, index) => [
    path.replace('{n}', String(start + index)),
    from + (count - 1 - index) * step,
  ]);
}
