import type { Random } from '../../harness/random.ts';
import { SELDOM, USUAL } from './argument-texts.ts';

/** What is used of JSON Schema by the listings of tools. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Gives texts that fit an argument of this name. */
export type TextFor = (name: string, random: Random) => string;

/** Arguments that a schema allows: all that are required, and some of the others. */
export function validArguments(schema: Schema, textFor: TextFor, random: Random): Record<string, unknown> {
  const required = new Set(schema.required);
  const isGiven = (name: string) =>
    required.has(name) || random.below(24) < (USUAL.has(name) ? 20 : SELDOM.has(name) ? 1 : 5);
  const names = Object.keys(schema.properties ?? {}).filter(isGiven);
  return Object.fromEntries(
    names.map((name) => [name, valueOf(schema.properties?.[name] ?? {}, name, textFor, random)]),
  );
}

function valueOf(schema: Schema, name: string, textFor: TextFor, random: Random): unknown {
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return valueOf(random.pick(schema.anyOf), name, textFor, random);
  const types = [schema.type ?? 'string'].flat();
  const { minimum = 0, maximum = minimum + 50 } = schema;
  switch (random.pick(types)) {
    case 'string':
      return textFor(name, random);
    case 'integer':
      return minimum + random.below(Math.min(1000, maximum - minimum) + 1);
    case 'number':
      return minimum + random.below(100) / 8;
    case 'boolean':
      return random.below(2) === 0;
    case 'array':
      return Array.from({ length: random.below(4) }, () => valueOf(schema.items ?? {}, name, textFor, random));
    case 'object':
      return validArguments(schema, textFor, random);
    default:
      return null;
  }
}

const ODD = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  -1e-320,
  2 ** 53,
  2 ** 63,
  '',
  ' ',
  '\0',
  '\ud800',
  '../..',
  '/',
  '/etc/passwd',
  '~',
  '%00',
  'a'.repeat(5000),
  '\u202e',
  'é',
  "'; --",
  '{{',
  '$(x)',
  '*',
  '**',
  '[',
  '(?<=',
  '(a+)+$',
  'NaN',
  '1e999',
  '9'.repeat(400),
  '20240229',
  '2026-02-30T00:00:00Z',
  [],
  [[]],
  [null],
  {},
  { a: {} },
  JSON.parse('{"__proto__":{"x":1}}'),
  'constructor',
];

/** The same with one to three arguments that are missing, of another type, out of bounds or not known. */
export function nearlyValid(args: Readonly<Record<string, unknown>>, random: Random): Record<string, unknown> {
  const broken: Record<string, unknown> = structuredClone(args);
  for (let left = 1 + random.below(3); left > 0; left--) {
    const names = Object.keys(broken);
    const name =
      names.length > 0 && random.below(6) > 0
        ? random.pick(names)
        : random.pick(['extra', 'limit', 'cursor', 'constructor']);
    if (random.below(5) === 0) delete broken[name];
    else broken[name] = structuredClone(random.pick(ODD));
  }
  return broken;
}

/** Anything that JSON can say. */
export function wildValue(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 4 ? 1 : 4);
  if (kind < 2) return structuredClone(random.pick(ODD));
  const items = Array.from({ length: random.below(5) }, () => wildValue(random, depth + 1));
  if (kind === 2) return items;
  return Object.fromEntries(
    items.map((item, at) => [random.pick(['a', 'path', 'query', 'book_id', '', `${at}`]), item]),
  );
}
