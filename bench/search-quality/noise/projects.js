import { TOPICS } from '../words/topics.js';

const FILES = 90;
const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** A code project: sources, tests, a README, and twice as much build output and cached modules that nobody wrote by hand. */
export function* project(name, random, writer) {
  const nouns = Object.values(TOPICS).flatMap(({ nouns: words }) => words);
  const verbs = Object.values(TOPICS).flatMap(({ verbs: words }) => words);
  const camel = () => `${random.pick(verbs)}${capital(random.pick(nouns))}${capital(random.pick(nouns))}`;
  const snake = () => `${random.pick(verbs)}_${random.pick(nouns)}_${random.pick(nouns)}`;
  const javascript = () => {
    const [one, other, value] = [camel(), camel(), random.pick(nouns)];
    return `import { ${other} } from './${random.pick(nouns)}.js';\n\n// ${writer.sentence('work')}\nexport function ${one}(${value}) {\n  const ${random.pick(nouns)}Count = ${value}.length;\n  if (${value}.isEmpty) throw new Error('no ${value}');\n  return ${other}(${value});\n}\n`.repeat(
      1 + random.below(4),
    );
  };
  const python = () => {
    const [one, value] = [snake(), random.pick(nouns)];
    return `"""${writer.sentence('science')}"""\nfrom .${random.pick(nouns)} import ${snake()}\n\n\ndef ${one}(${value}):\n    for ${random.pick(nouns)} in ${value}:\n        print("${random.pick(nouns)} ${random.pick(nouns)}")\n    return ${value}\n`.repeat(
      1 + random.below(4),
    );
  };
  yield {
    path: `Code/${name}/README.md`,
    document: { title: name, paragraphs: ['# Install', 'npm install', '# Use', ...writer.paragraphs('work', 2)] },
  };
  yield {
    path: `Code/${name}/package.json`,
    document: { raw: `${JSON.stringify({ name, version: '0.3.1', scripts: { build: 'tsc' } }, undefined, 2)}\n` },
  };
  for (let index = 0; index < FILES; index++) {
    const part = random.pick(['src', 'src', 'test', 'dist', 'build', 'node_modules/left-shelf/lib', 'target/debug']);
    const isPython = random.below(3) === 0;
    const noun = random.pick(nouns);
    const path = `Code/${name}/${part}/${noun}-${index}.${isPython ? 'py' : 'js'}`;
    yield { path, document: { raw: isPython ? python() : javascript() } };
  }
}
