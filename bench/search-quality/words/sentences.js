import { GERMAN, MONTHS, PEOPLE, PLACES, TOPICS } from './topics.js';

const ENGLISH = [
  'We should {v} the {a} {n} before {m}.',
  '{p} asked whether the {n} is {a} enough for the {n}.',
  'The {n} and the {n} are still {a}, so somebody has to {v} them.',
  'I called about the {n}; they will {v} it in {m}.',
  'Remember to {v} the {n} and to bring the {n}.',
  'Last {m} the {n} cost {d} euros, which is more than the {n}.',
  'In {l} we saw a {a} {n} next to the {n}.',
  '{p} will {v} the {n} on the {d}th, and {p} the rest.',
  'There is no {a} {n} without a {n}.',
  'If the {n} is too {a}, {v} it again after {d} days.',
  'Nobody knows why the {n} in {l} was so {a}.',
  'The second {n} is for {p}, the first one stays with us.',
  'It took {d} minutes to {v} the {n}, and the {n} was {a} afterwards.',
  'Ask {p} for the {n} number and write it on the {n}.',
];
const DEUTSCH = [
  'Wir müssen die {a} {n} noch im Herbst {v}.',
  '{p} fragt, ob man {n} und {n} zusammen {v} kann.',
  'Die {n} kostet {d} Euro, sagt {p}.',
  'Bis zum {d}. sollen wir die {n} {v}.',
  'Ohne {n} gibt es keine {a} {n}.',
  'Nach der {n} haben wir die {a} {n} vergessen.',
  'Bitte {n} mitbringen und die {n} {v}.',
  'In {l} war die {n} schon letztes Jahr sehr {a}.',
];

/** Sentences, titles and names about a topic. */
export class Writer {
  #random;

  constructor(random) {
    this.#random = random;
  }

  sentence(name) {
    const isGerman = name in GERMAN;
    const topic = isGerman ? GERMAN[name] : TOPICS[name];
    const slots = {
      n: () => this.#random.pick(topic.nouns),
      a: () => this.#random.pick(topic.adjectives),
      v: () => this.#random.pick(topic.verbs),
      p: () => this.#random.pick(PEOPLE),
      l: () => this.#random.pick(PLACES),
      m: () => this.#random.pick(MONTHS),
      d: () => String(2 + this.#random.below(27)),
    };
    return this.#random.pick(isGerman ? DEUTSCH : ENGLISH).replaceAll(/\{(\w)\}/g, (_, slot) => slots[slot]());
  }

  paragraph(name, sentences = 2 + this.#random.below(4)) {
    return Array.from({ length: sentences }, () => this.sentence(name)).join(' ');
  }

  paragraphs(name, count) {
    return Array.from({ length: count }, () => this.paragraph(name));
  }

  title(name) {
    const { nouns, adjectives } = GERMAN[name] ?? TOPICS[name];
    const { pick } = { pick: (list) => this.#random.pick(list) };
    const forms = [
      () => `${pick(adjectives)} ${pick(nouns)}`,
      () => `${pick(nouns)} and ${pick(nouns)}`,
      () => `${pick(nouns)} in ${pick(PLACES)}`,
      () => `${pick(nouns)} ${pick(MONTHS)}`,
    ];
    const german = [() => `${pick(nouns)} ${pick(PLACES)}`, () => `${pick(nouns)} und ${pick(nouns)}`];
    const text = pick(name in GERMAN ? german : forms)();
    return text[0].toUpperCase() + text.slice(1);
  }

  /** Names as people give them: with dates, in camelCase, with underscores, as copies. */
  stem(name) {
    const { nouns } = GERMAN[name] ?? TOPICS[name];
    const [one, other] = [this.#random.pick(nouns), this.#random.pick(nouns)];
    const capital = (word) => word[0].toUpperCase() + word.slice(1);
    const forms = [
      () => `${one}-${other}`,
      () => `${one}_${other}`,
      () => capital(one) + capital(other),
      () => `${this.day()} ${one}`,
      () => `${this.day()}_${one}_${other}`,
      () => `${capital(one)} ${this.#random.pick(PLACES)}`,
      () => `${one}${2018 + this.#random.below(9)}`,
      () => `scan${String(this.#random.below(9999)).padStart(4, '0')}`,
      () => `${one}-${this.#random.pick(['final', 'old', 'v2', 'draft', 'neu', 'final2'])}`,
      () => `${one} ${other} (${1 + this.#random.below(3)})`,
    ];
    return this.#random.pick(forms)();
  }

  day() {
    const two = (number) => String(number).padStart(2, '0');
    return `${2017 + this.#random.below(9)}-${two(1 + this.#random.below(12))}-${two(1 + this.#random.below(28))}`;
  }
}
