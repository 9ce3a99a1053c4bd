import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { describedOutput, listingOf } from './schema.ts';
import { defineTool, pure } from './tool.ts';

const tool = defineTool({
  name: 'find',
  title: 'Find things',
  description: 'Finds things.',
  input: z.object({
    query: z.string().min(1).describe('What to find'),
    limit: z.int().min(1).max(50).default(10),
    offset: z.int().optional(),
    order: z.enum(['up', 'down']).optional().describe('Which first'),
    filter: z.strictObject({ year: z.int(), kinds: z.array(z.enum(['book', 'page'])).optional() }).optional(),
  }),
  output: z.object({
    count: z.int().describe('How many there are'),
    state: z.enum(['old', 'new']).optional(),
    things: z.array(z.object({ name: z.string() })),
  }),
  annotations: pure,
  run: () => ({ text: '', data: { count: 0, things: [] } }),
});

describe('listingOf', () => {
  it('S2: closed arguments, null for what may be left out, and the outline of results without a needless word', () => {
    expect(listingOf(tool)).toStrictEqual({
      name: 'find',
      description: 'Finds things.',
      inputSchema: {
        type: 'object',
        properties: {
          query: { type: 'string', description: 'What to find' },
          limit: { type: ['integer', 'null'], minimum: 1, maximum: 50, default: 10 },
          offset: { type: ['integer', 'null'] },
          order: { anyOf: [{ type: 'string', enum: ['up', 'down'] }, { type: 'null' }], description: 'Which first' },
          filter: {
            type: ['object', 'null'],
            properties: {
              year: { type: 'integer' },
              kinds: { type: 'array', items: { type: 'string', enum: ['book', 'page'] } },
            },
            required: ['year'],
            additionalProperties: false,
          },
        },
        required: ['query'],
        additionalProperties: false,
      },
      outputSchema: {
        type: 'object',
        properties: {
          count: { type: 'integer' },
          state: { type: 'string' },
          things: { type: 'array', items: { type: 'object' } },
        },
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

  it('the documentation gets every word about results', () => {
    expect(describedOutput(tool)).toMatchObject({
      properties: {
        count: { description: 'How many there are' },
        things: { items: { properties: { name: { type: 'string' } } } },
      },
      required: ['count', 'things'],
    });
  });

  it('is made once', () => {
    expect(listingOf(tool)).toBe(listingOf(tool));
  });

  it('a tool without arguments has an object schema too', () => {
    const bare = { ...tool, input: z.object({}) };
    expect(listingOf(bare).inputSchema).toStrictEqual({
      type: 'object',
      properties: {},
      additionalProperties: false,
    });
  });
});
