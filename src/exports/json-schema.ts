/** A value in JSON Schema; keywords that are not named here count as well. */
export interface ValueSchema {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: ValueSchema;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** An object in JSON Schema, as tools take and give. */
export interface ObjectSchema extends ValueSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ValueSchema>>;
}

type Value<Schema> = Schema extends { readonly enum: readonly (infer Choice)[] }
  ? Choice
  : Schema extends { readonly type: 'string' }
    ? string
    : Schema extends { readonly type: 'number' | 'integer' }
      ? number
      : Schema extends { readonly type: 'boolean' }
        ? boolean
        : Schema extends { readonly type: 'array'; readonly items: infer Items }
          ? Value<Items>[]
          : Schema extends ObjectSchema
            ? ObjectOf<Schema>
            : unknown;

type RequiredOf<Schema> = Schema extends { readonly required: readonly (infer Name)[] } ? Name : never;

/** The type of the objects that a schema describes. */
export type ObjectOf<Schema extends ObjectSchema> = {
  -readonly [Name in keyof Schema['properties'] as Name extends RequiredOf<Schema> ? Name : never]: Value<
    Schema['properties'][Name]
  >;
} & {
  -readonly [Name in keyof Schema['properties'] as Name extends RequiredOf<Schema> ? never : Name]?: Value<
    Schema['properties'][Name]
  >;
};
