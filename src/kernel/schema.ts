import * as z from 'zod';
import type { Tool } from './tool.ts';

/** A tool as `tools/list` shows it. */
export interface ToolListing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
  readonly annotations: Tool['annotations'] & { readonly title: string };
}

export type JsonObject = Record<string, unknown> & { type: 'object' };

const listings = new WeakMap<Tool, ToolListing>();

/** The listing of a tool, with schemas every host understands; made once. */
export function listingOf(tool: Tool): ToolListing {
  let listing = listings.get(tool);
  if (listing === undefined) {
    listing = {
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: portable(tool.input, 'input'),
      outputSchema: portable(tool.output, 'output'),
      annotations: { title: tool.title, ...tool.annotations },
    };
    listings.set(tool, listing);
  }
  return listing;
}

function portable(type: z.ZodObject, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io,
    override: ({ jsonSchema }) => simplify(jsonSchema, io),
  });
  return { ...schema, type: 'object' };
}

/** Drops what only adds noise: closed results, and the bounds that merely say "fits a double". */
function simplify(schema: Record<string, unknown>, io: 'input' | 'output'): void {
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
