import { describe, expect, it } from 'vitest';
import { TOOLSET_IDS, TOOLSETS } from '../src/cli/toolsets.ts';
import { validateArguments } from '../src/kernel/dispatch.ts';
import { listingOf } from '../src/kernel/schema.ts';
import type { Tool } from '../src/kernel/tool.ts';
import type { Toolset } from '../src/kernel/toolset.ts';

const toolsets: Toolset[] = await Promise.all(TOOLSET_IDS.map((id) => TOOLSETS[id].load()));
const listings = toolsets.flatMap((toolset) => toolset.tools.map((tool) => listingOf(tool)));

describe.each(listings)('the tool $name', (listing) => {
  it('has a name every client accepts', () => {
    expect(listing.name).toMatch(/^[a-z][a-z0-9_]{0,62}[a-z0-9]$/);
  });

  it('says what it does, in a title and a description of sensible length', () => {
    expect(listing.annotations.title.length).toBeGreaterThan(4);
    expect(listing.annotations.title.length).toBeLessThanOrEqual(60);
    expect(listing.description.length).toBeGreaterThan(40);
    expect(listing.description.length).toBeLessThanOrEqual(600);
  });

  it('states title and all four hints', () => {
    const { title: _, ...hints } = listing.annotations;
    expect(Object.keys(hints).sort()).toEqual(['destructiveHint', 'idempotentHint', 'openWorldHint', 'readOnlyHint']);
    for (const hint of Object.values(hints)) expect(hint).toBeTypeOf('boolean');
  });

  it.each(['inputSchema', 'outputSchema'] as const)('has a portable %s', (which) => {
    const schema = listing[which];
    expect(schema.type).toBe('object');
    for (const keyword of ['$schema', 'anyOf', 'oneOf', 'allOf', '$ref', '$defs'])
      expect(schema).not.toHaveProperty(keyword);
    for (const name of Object.keys(schema.properties ?? {})) expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
    const text = JSON.stringify(schema);
    expect(text).not.toContain('9007199254740991');
    expect(text).not.toMatch(/"\$ref"|:true[,}]|\\p\{/);
  });

  it('takes no other arguments, and null for each that may be left out', () => {
    const { properties, required = [], additionalProperties } = listing.inputSchema;
    expect(additionalProperties).toBe(false);
    for (const [name, { items: _, ...property }] of Object.entries(properties as Record<string, { items?: unknown }>)) {
      const takesNull = JSON.stringify(property).includes('"null"');
      expect([name, takesNull]).toEqual([name, !(required as string[]).includes(name)]);
    }
    const tool = toolsets.flatMap(({ tools }) => tools).find(({ name }) => name === listing.name) as Tool;
    const nulls = Object.fromEntries(Object.keys(properties as object).map((name) => [name, null]));
    const checked = validateArguments(tool, nulls);
    const refused = checked.ok ? [] : checked.problems.map(({ field }) => field);
    // The file search checks its own arguments.
    expect(refused).toEqual(tool.exactNumbers && checked.ok ? [] : required);
  });

  it('describes every argument', () => {
    const properties = Object.values(listing.inputSchema.properties as Record<string, { description?: string }>);
    for (const property of properties) expect(property.description?.length ?? 0).toBeGreaterThan(4);
  });
});

describe.each(toolsets)('the server $server.name', (toolset) => {
  const listing = toolset.tools.filter(({ extra }) => !extra).map((tool) => listingOf(tool));

  it('lists exactly what its golden file says', async () => {
    await expect(`${JSON.stringify(listing, undefined, 2)}\n`).toMatchFileSnapshot(`golden/${toolset.id}.json`);
  });

  it('gives instructions of 3 to 15 lines', () => {
    const lines = toolset.instructions.split('\n').length;
    expect(lines).toBeGreaterThanOrEqual(3);
    expect(lines).toBeLessThanOrEqual(15);
  });
});

it('the extra tools are exactly those of their golden file; those of a library alone write', async () => {
  const extras = toolsets.flatMap(({ id, tools }) => tools.filter(({ extra }) => extra).map((tool) => ({ id, tool })));
  const listing = extras.map(({ id, tool }) => ({ toolset: id, ...listingOf(tool) }));
  await expect(`${JSON.stringify(listing, undefined, 2)}\n`).toMatchFileSnapshot('golden/extras.json');
  const writing = extras.filter(({ tool }) => !tool.annotations.readOnlyHint).map(({ id }) => id);
  expect(new Set(writing)).toEqual(new Set(['books']));
});

it('no two tools share a name', () => {
  const names = listings.map((listing) => listing.name);
  expect(new Set(names).size).toBe(names.length);
});
