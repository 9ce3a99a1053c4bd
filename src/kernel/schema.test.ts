import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { listingOf } from './schema.ts';
import { defineTool, pure } from './tool.ts';

const tool = defineTool({
  name: 'find',
  title: 'Find things',
  description: 'Finds things.',
  input: z.object({
    query: z.string().min(1).describe('What to find'),
    limit: z.int().min(1).max(50).default(10),
    offset: z.int().optional(),
    filter: z.strictObject({ year: z.int(), kinds: z.array(z.enum(['book', 'page'])).optional() }).optional(),
  }),
  output: z.object({ count: z.int(), first: z.string().optional(), note: z.string().default('none') }),
  annotations: pure,
  run: () => ({ text: '', data: { count: 0 } }),
});

describe('listingOf', () => {
  it('S2: gives the whole listing, without $schema, closed results or the bounds of a double', () => {
    expect(listingOf(tool)).toStrictEqual({
      name: 'find',
      title: 'Find things',
      description: 'Finds things.',
      inputSchema: {
        type: 'object',
        properties: {
          query: { type: 'string', minLength: 1, description: 'What to find' },
          limit: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
          offset: { type: 'integer' },
          filter: {
            type: 'object',
            properties: {
              year: { type: 'integer' },
              kinds: { type: 'array', items: { type: 'string', enum: ['book', 'page'] } },
            },
            required: ['year'],
            additionalProperties: false,
          },
        },
        required: ['query'],
      },
      outputSchema: {
        type: 'object',
        properties: {
          count: { type: 'integer' },
          first: { type: 'string' },
          note: { type: 'string', default: 'none' },
        },
        required: ['count', 'note'],
      },
      annotations: {
        title: 'Find things',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    });
  });

  it('is made once', () => {
    expect(listingOf(tool)).toBe(listingOf(tool));
  });

  it('a tool without arguments has an object schema too', () => {
    const bare = { ...tool, input: z.object({}) };
    expect(listingOf(bare).inputSchema).toStrictEqual({ type: 'object', properties: {} });
  });
});
