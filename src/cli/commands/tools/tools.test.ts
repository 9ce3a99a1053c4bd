import { describe, expect, it } from 'vitest';
import type { ToolListing } from '../../../kernel/schema.ts';
import { readSettings } from '../../options/settings.ts';
import { UsageError } from '../../terminal/usage.ts';
import { captured } from '../../testing/output.ts';
import { printTools } from './tools.ts';

const say = async (toolset: string | undefined, json: boolean, flags: Parameters<typeof readSettings>[0] = {}) =>
  (await captured(() => printTools(toolset, json, readSettings(flags, {})))).stdout;

const cobolTools = async () => (JSON.parse(await say('cobol', true)) as { tools: ToolListing[] }).tools;

describe('quartet tools', () => {
  it('prints a line a tool', async () => {
    expect(await say('cobol', false)).toBe(
      'cobol      add              Add two numbers exactly\n' +
        'cobol      format_currency  Format an amount of money\n' +
        'cobol      validate_date    Validate a date\n',
    );
  });

  it('prints those of all toolsets, or of the chosen ones', async () => {
    expect(await say(undefined, false)).toContain('cobol      add ');
    expect(await say(undefined, false, { toolsets: 'cobol' })).toBe(await say('cobol', false));
  });

  it('prints only what is selected', async () => {
    expect(await say('cobol', false, { tools: 'add,validate_date', excludeTools: 'add' })).toBe(
      'cobol      validate_date  Validate a date\n',
    );
    expect(await say('cobol', false, { readOnly: true })).toBe(await say('cobol', false));
    expect(await say('cobol', false, { tools: 'add', excludeTools: 'add' })).toBe('');
    expect(JSON.parse(await say('cobol', true, { tools: 'add', excludeTools: 'add' }))).toEqual({ tools: [] });
  });

  it('refuses toolsets and tools that do not exist', async () => {
    await expect(say('colbol', false)).rejects.toThrow(
      new UsageError("unknown toolset or tool 'colbol'. Did you mean cobol?"),
    );
    await expect(say('__proto__', false)).rejects.toThrow(UsageError);
    await expect(say('cobol', false, { tools: 'ad' })).rejects.toThrow(
      new UsageError("unknown tool 'ad'. Did you mean add?"),
    );
  });
});

describe('the listing of cobol', () => {
  it('S1: exactly three tools', async () => {
    expect((await cobolTools()).map(({ name }) => name)).toEqual(['add', 'format_currency', 'validate_date']);
  });

  it('S2: each has a name, a description and an object schema', async () => {
    for (const tool of await cobolTools()) {
      expect(tool).toMatchObject({
        name: expect.stringMatching(/^[a-z_]+$/),
        description: expect.any(String),
        inputSchema: { type: 'object', properties: expect.any(Object), required: expect.any(Array) },
        outputSchema: { type: 'object' },
        annotations: {
          title: expect.any(String),
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
      });
      expect(tool.inputSchema).not.toHaveProperty('$schema');
      expect(tool.inputSchema).not.toHaveProperty('anyOf');
    }
  });

  it('S3: the arguments have the types and the names they must have', async () => {
    const [add, formatCurrency, validateDate] = await cobolTools();
    expect(add?.inputSchema).toEqual({
      type: 'object',
      properties: {
        a: { type: ['number', 'string'], description: 'First number' },
        b: { type: ['number', 'string'], description: 'Second number' },
      },
      required: ['a', 'b'],
      additionalProperties: false,
    });
    expect(formatCurrency?.inputSchema).toMatchObject({
      properties: { amount: { type: ['number', 'string'] } },
      required: ['amount'],
    });
    expect(validateDate?.inputSchema).toEqual({
      type: 'object',
      properties: { date: { type: 'string', pattern: '^[0-9]{8}$', description: 'Eight digits, YYYYMMDD' } },
      required: ['date'],
      additionalProperties: false,
    });
  });

  it('S4: every description is of use first, and ends with one dry remark', async () => {
    const remarks = (await cobolTools()).map(({ description }) => description.split(/(?<=\.) /).at(-1));
    expect(remarks).toEqual([
      'Modern languages have been working on this since 1959.',
      'No framework was consulted.',
      'Four-digit years since well before the year 2000 made them fashionable.',
    ]);
  });
});
