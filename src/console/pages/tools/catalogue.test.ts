import { expect, it } from 'vitest';
import { type CatalogueTool, grouped, matches } from './catalogue.ts';
import { scopesFor } from './scopes.ts';

const tool = (name: string, toolset: string | undefined): CatalogueTool => ({
  name,
  toolset,
  title: `Title of ${name}`,
  description: 'Does something.',
  extra: false,
  inputSchema: { properties: { amount: { type: 'string' } } },
});
const tools = [tool('add', 'cobol'), tool('search', 'spotlight'), tool('strange', undefined), tool('other', 'gone')];

it('tools stand with their toolset, in the order of the server; those of none come last', () => {
  const toolsets = [
    { id: 'spotlight', name: 'spotlight-mcp', title: 'File search' },
    { id: 'books', name: 'panaversity-fs', title: 'Books' },
    { id: 'cobol', name: 'cobol-mcp-server', title: 'COBOL' },
  ];
  expect(grouped(tools, toolsets).map(({ title, tools: some }) => [title, ...some.map(({ name }) => name)])).toEqual([
    ['File search', 'search'],
    ['COBOL', 'add'],
    ['More', 'strange', 'other'],
  ]);
});

it('a search looks for all its words in names, titles, descriptions and arguments', () => {
  expect(matches(tool('format_currency', 'cobol'), 'AMOUNT something')).toBe(true);
  expect(matches(tool('format_currency', 'cobol'), 'amount nothing')).toBe(false);
  expect(matches(tool('format_currency', 'cobol'), ' ')).toBe(true);
});

it('a call says beforehand which scope it needs', () => {
  const reads = { annotations: { readOnlyHint: true } };
  const writes = { annotations: { readOnlyHint: false } };
  expect(scopesFor('cobol', reads, {}, 'ada')).toEqual(['tools:call']);
  expect(scopesFor('spotlight', reads, {}, 'ada')).toEqual(['files:read']);
  expect(scopesFor('books', reads, {}, 'ada')).toEqual(['fs:read', 'fs:admin']);
  expect(scopesFor('books', writes, {}, 'ada')).toEqual(['fs:write', 'fs:admin']);
  expect(scopesFor('books', writes, { user_id: 'ada' }, 'ada')).toContain('fs:read');
  expect(scopesFor('books', reads, { user_id: 'eve' }, 'ada')).toEqual(['fs:admin']);
  expect(scopesFor('books', reads, { all_books: true }, 'ada')).toEqual(['fs:admin']);
});
