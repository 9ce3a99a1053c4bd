import * as z from 'zod';
import type { Tool } from './tool.ts';

/** A tool as `tools/list` shows it. Its title is where clients of every revision look for it, among the annotations. */
export interface ToolListing {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
  readonly annotations: Tool['annotations'] & { readonly title: string };
}

export type JsonObject = Record<string, unknown> & { type: 'object' };

type Properties = Record<string, Record<string, unknown>>;

const listings = new WeakMap<Tool, ToolListing>();

/** The listing of a tool, with schemas every host understands and no word that a model can do without; made once. */
export function listingOf(tool: Tool): ToolListing {
  let listing = listings.get(tool);
  if (listing === undefined) {
    listing = {
      name: tool.name,
      description: tool.description,
      inputSchema: inputSchema(tool),
      outputSchema: outline(describedOutput(tool)),
      annotations: { title: tool.title, ...tool.annotations },
    };
    listings.set(tool, listing);
  }
  return listing;
}

/** The whole schema of a tool's structured result, for the documentation. */
export function describedOutput(tool: Tool): JsonObject {
  return portable(tool.output, 'output');
}

/** The arguments that may be left out; null counts as left out. */
export function optionalArguments(tool: Tool): ReadonlySet<string> {
  const { properties, required } = listingOf(tool).inputSchema;
  const needed = new Set(required as string[] | undefined);
  return new Set(Object.keys(properties as Properties).filter((name) => !needed.has(name)));
}

/** Closed, and null for whatever may be left out: some models have to send every argument. */
function inputSchema(tool: Tool): JsonObject {
  const { properties = {}, required = [], ...rest } = portable(tool.input, 'input');
  const known = new Set(required as string[]);
  const arguments_ = Object.entries(properties as Properties).map(([name, property]) => [
    name,
    known.has(name) ? property : nullable(property),
  ]);
  return {
    ...rest,
    properties: Object.fromEntries(arguments_),
    ...(known.size > 0 && { required }),
    additionalProperties: false,
  };
}

/** Null is no member of an enum everywhere (Gemini takes texts alone), so it is an alternative to one. */
function nullable({ type, enum: values, ...rest }: Record<string, unknown>): Record<string, unknown> {
  if (values !== undefined) return { anyOf: [{ type, enum: values }, { type: 'null' }], ...rest };
  return { type: [type, 'null'].flat(), ...rest };
}

/** The fields of a result and their types: a model sees the fields themselves, and what is inside them, in each answer. */
function outline({ properties }: JsonObject): JsonObject {
  const fields = Object.entries((properties ?? {}) as Properties).map(([name, { type, items }]) => [
    name,
    { type, ...(items !== undefined && { items: typeOnly(items) }) },
  ]);
  return { type: 'object', ...(fields.length > 0 && { properties: Object.fromEntries(fields) }) };
}

function typeOnly(schema: unknown): unknown {
  return { type: (schema as { type: unknown }).type };
}

function portable(type: z.ZodObject, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, override: ({ jsonSchema }) => simplify(jsonSchema) });
  return { ...schema, type: 'object' };
}

/** Drops what only adds noise, such as the bounds that merely say "fits a double"; strict converters know no lengths. */
function simplify(schema: Record<string, unknown>): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  delete schema.minLength;
  delete schema.maxLength;
}
