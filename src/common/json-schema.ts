/** As much of JSON Schema as arguments of tools need. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly default?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The types of an argument that is there; null means that it is not. */
export function typesOf({ type, anyOf }: JsonSchema): readonly string[] {
  const types = anyOf?.flatMap((one) => one.type ?? []) ?? [type ?? []].flat();
  return Array.from(new Set(types)).filter((one) => one !== 'null');
}

/** What there is to choose from, if the argument is a choice. */
export function choicesOf({ enum: values, anyOf }: JsonSchema): readonly unknown[] | undefined {
  const given = values ?? anyOf?.find((one) => one.enum !== undefined)?.enum;
  return given?.filter((value) => value !== null);
}

/** Whether an argument can only be a text. */
export function isText(schema: JsonSchema): boolean {
  const types = typesOf(schema);
  return types.length > 0 && types.every((type) => type === 'string');
}
