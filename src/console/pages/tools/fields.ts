import type { JsonSchema } from '../../mcp/client.ts';

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

/** The types of an argument that is there; null means that it is not. */
export function typesOf({ type, anyOf }: JsonSchema): readonly string[] {
  const types = anyOf?.flatMap((one) => one.type ?? []) ?? [type ?? []].flat();
  return Array.from(new Set(types)).filter((one) => one !== 'null');
}

function choicesOf({ enum: values, anyOf }: JsonSchema): readonly unknown[] | undefined {
  const given = values ?? anyOf?.find((one) => one.enum !== undefined)?.enum;
  return given?.filter((value) => value !== null);
}

/** A choice that is no text is shown as JSON. */
function shownChoice(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The value behind a choice. */
export function choiceOf({ schema }: Field, shown: string): unknown {
  return choicesOf(schema)?.find((value) => shownChoice(value) === shown);
}

/** Whether an argument can only be a text. */
export function isText(schema: JsonSchema): boolean {
  const types = typesOf(schema);
  return types.length > 0 && types.every((type) => type === 'string');
}
