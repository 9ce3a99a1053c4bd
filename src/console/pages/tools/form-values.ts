import { choiceOf, type Field } from './fields.ts';

/** What stands in the fields of a form, by name. An empty text means that nothing was given. */
export type FormValues = Readonly<Record<string, string>>;

export interface ReadForm {
  readonly args: Readonly<Record<string, unknown>>;
  /** What is wrong with a field, by its name. */
  readonly problems: Readonly<Record<string, string>>;
}

/** The arguments that a filled-in form stands for. */
export function readForm(fields: readonly Field[], values: FormValues): ReadForm {
  const args: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const text = values[field.name] ?? '';
    if (text === '' && !mayBeEmpty(field)) {
      if (field.required) problems[field.name] = 'This one is needed.';
      continue;
    }
    const value = valueOf(field, text);
    if (value instanceof Unreadable) problems[field.name] = value.why;
    else args[field.name] = value;
  }
  return { args, problems };
}

/** A long text that is needed may be empty: a lesson can be. */
function mayBeEmpty({ kind, required }: Field): boolean {
  return required && kind === 'long text';
}

class Unreadable {
  constructor(readonly why: string) {}
}

function valueOf(field: Field, text: string): unknown {
  switch (field.kind) {
    case 'text':
    case 'long text':
      return text;
    case 'integer':
      return /^\s*-?\d+\s*$/.test(text) ? Number(text) : new Unreadable('A whole number, such as 12.');
    case 'number':
      return isNumber(text.trim()) ? Number(text) : new Unreadable('A number, such as 12 or -0.5.');
    case 'number or text':
      return exactly(text);
    case 'yes or no':
      return text === 'true' || (text === 'false' ? false : new Unreadable('Yes or no.'));
    case 'choice':
      return choiceOf(field, text) ?? new Unreadable('Choose one of the list.');
    case 'list':
      return text.split('\n').filter((line) => line !== '');
    case 'JSON':
      return parsed(text);
  }
}

function isNumber(text: string): boolean {
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text);
}

/** A number only where its digits survive: others stay the text that was typed. */
function exactly(text: string): number | string {
  return isNumber(text) && String(Number(text)) === text ? Number(text) : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return new Unreadable('This is not JSON. Texts stand in double quotes: ["a", "b"].');
  }
}

/** How arguments stand in the fields. */
export function formValues(fields: readonly Field[], args: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(
    fields.flatMap((field) => (args[field.name] == null ? [] : [[field.name, shownValue(field, args[field.name])]])),
  );
}

function shownValue({ kind }: Field, value: unknown): string {
  if (kind === 'list' && Array.isArray(value)) return value.join('\n');
  return typeof value === 'string' && kind !== 'JSON' ? value : JSON.stringify(value);
}

/** What the address gives to the fields; words that are no argument of the tool are ignored. */
export function valuesFromQuery(fields: readonly Field[], query: URLSearchParams): FormValues {
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = query.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** Longer arguments stay out of addresses. */
const LONGEST_IN_ADDRESS = 2000;

/** What of the fields goes into an address, and whether that is all. */
export function valuesForQuery(values: FormValues): {
  readonly query: Record<string, string>;
  readonly whole: boolean;
} {
  const given = Object.entries(values).filter(([, value]) => value !== '');
  const short = given.filter(([, value]) => value.length <= LONGEST_IN_ADDRESS);
  return { query: Object.fromEntries(short), whole: short.length === given.length };
}
