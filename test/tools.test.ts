import { describe, expect, it } from 'vitest';
import { CATALOG, TOOLSET_IDS } from '../src/cli/catalog.ts';
import { listingOf } from '../src/kernel/schema.ts';
import type { Toolset } from '../src/kernel/toolset.ts';

/** About four bytes of JSON make a token; a server must not eat its client's context before the first call. */
const TOKEN_BUDGET: Record<string, number> = { oj: 1600, cobol: 1000, books: 4200, spotlight: 1200 };

const toolsets: Toolset[] = await Promise.all(TOOLSET_IDS.map((id) => CATALOG[id].load()));
const listings = toolsets.flatMap((toolset) => toolset.tools.map((tool) => listingOf(tool)));

describe.each(listings)('the tool $name', (listing) => {
  it('has a name every client accepts', () => {
    expect(listing.name).toMatch(/^[a-z][a-z0-9_]{0,62}[a-z0-9]$/);
  });

  it('says what it does, in a title and a description of sensible length', () => {
    expect(listing.title.length).toBeGreaterThan(4);
    expect(listing.title.length).toBeLessThanOrEqual(60);
    expect(listing.description.length).toBeGreaterThan(40);
    expect(listing.description.length).toBeLessThanOrEqual(600);
  });

  it('states title and all four hints', () => {
    const { title, ...hints } = listing.annotations;
    expect(title).toBe(listing.title);
    expect(Object.keys(hints).sort()).toEqual(['destructiveHint', 'idempotentHint', 'openWorldHint', 'readOnlyHint']);
    for (const hint of Object.values(hints)) expect(hint).toBeTypeOf('boolean');
  });

  it.each(['inputSchema', 'outputSchema'] as const)('has a portable %s', (which) => {
    const schema = listing[which];
    expect(schema.type).toBe('object');
    for (const keyword of ['$schema', 'anyOf', 'oneOf', 'allOf', '$ref', '$defs'])
      expect(schema).not.toHaveProperty(keyword);
    for (const [name, property] of Object.entries(schema.properties as Record<string, Record<string, unknown>>)) {
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(property.type, `${name} needs one plain type`).toBeTypeOf('string');
    }
    const text = JSON.stringify(schema);
    expect(text).not.toContain('9007199254740991');
    expect(text).not.toMatch(/"type":\[|"\$ref"|:true[,}]/);
  });

  it('describes every argument', () => {
    const properties = Object.values(listing.inputSchema.properties as Record<string, { description?: string }>);
    for (const property of properties) expect(property.description?.length ?? 0).toBeGreaterThan(4);
  });
});

describe.each(toolsets)('the server $server.name', (toolset) => {
  const listing = toolset.tools.map((tool) => listingOf(tool));

  it('lists exactly what its golden file says', async () => {
    await expect(`${JSON.stringify(listing, undefined, 2)}\n`).toMatchFileSnapshot(`golden/${toolset.id}.json`);
  });

  it('stays within its token budget', () => {
    const tokens = Math.ceil(Buffer.byteLength(JSON.stringify(listing)) / 4);
    expect(tokens).toBeLessThanOrEqual(TOKEN_BUDGET[toolset.id] ?? 0);
  });

  it('gives instructions of 3 to 15 lines', () => {
    const lines = toolset.instructions.split('\n').length;
    expect(lines).toBeGreaterThanOrEqual(3);
    expect(lines).toBeLessThanOrEqual(15);
  });
});

it('no two tools share a name', () => {
  const names = listings.map((listing) => listing.name);
  expect(new Set(names).size).toBe(names.length);
});
