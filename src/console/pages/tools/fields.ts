import { choicesOf, type JsonSchema, typesOf } from '../../../common/json-schema.ts';

/** How an argument is asked for. */
export type FieldKind =
  | 'text'
  | 'long text'
  | 'number'
  | 'integer'
  | 'number or text'
  | 'yes or no'
  | 'choice'
  | 'list'
  | 'JSON';

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  readonly hint: string;
  /** What there is to choose from, as it is shown. */
  readonly choices: readonly string[];
  readonly schema: JsonSchema;
}

/** Arguments that are texts of many lines. */
const LONG = /^(content|text|body|markdown|binary_data|data|source_code|statement)$/;

/** The fields of a form for a tool's arguments: those that it needs first. */
export function fieldsOf(schema: JsonSchema): Field[] {
  const needed = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    fieldOf(name, property, needed.has(name)),
  );
  return [...fields.filter(({ required }) => required), ...fields.filter(({ required }) => !required)];
}

function fieldOf(name: string, schema: JsonSchema, required: boolean): Field {
  const choices = (choicesOf(schema) ?? []).map(shownChoice);
  const kind = choices.length > 0 ? 'choice' : kindOf(name, typesOf(schema), schema);
  return { name, kind, required, hint: schema.description ?? '', choices, schema };
}

function kindOf(name: string, types: readonly string[], { items }: JsonSchema): FieldKind {
  const [type] = types;
  if (types.length === 2 && types.includes('string') && (types.includes('number') || types.includes('integer'))) {
    return 'number or text';
  }
  if (types.length !== 1) return 'JSON';
  if (type === 'string') return LONG.test(name) ? 'long text' : 'text';
  if (type === 'number' || type === 'integer') return type;
  if (type === 'boolean') return 'yes or no';
  const listed = type === 'array' && items !== undefined ? typesOf(items) : [];
  return listed.length === 1 && listed[0] === 'string' && items?.enum === undefined ? 'list' : 'JSON';
}

/** A choice that is no text is shown as JSON. */
function shownChoice(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The value behind a choice. */
export function choiceOf({ schema }: Field, shown: string): unknown {
  return choicesOf(schema)?.find((value) => shownChoice(value) === shown);
}
