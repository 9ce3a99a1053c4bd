import { expect, it } from 'vitest';
import { agentNames, scopesOf } from './book-tool.ts';
import { books } from './index.ts';

const world = { deleteScope: 'fs:admin' };
const scopes = (name: string, args: Record<string, unknown>) => {
  const tool = books.tools.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(name);
  return scopesOf(world, tool, args, 'ann');
};

it('4.7 item 2: reading needs fs:read, writing shared content fs:write, all books fs:admin', () => {
  expect(scopes('read_content', {})).toEqual(['fs:read', 'fs:admin']);
  expect(scopes('get_book_archive', {})).toEqual(['fs:read', 'fs:admin']);
  expect(scopes('write_content', {})).toEqual(['fs:write', 'fs:admin']);
  expect(scopes('upload_asset', {})).toEqual(['fs:write', 'fs:admin']);
  expect(scopes('grep_search', { all_books: true })).toEqual(['fs:admin']);
  expect(scopes('grep_search', { all_books: false })).toEqual(['fs:read', 'fs:admin']);
});

it('4.7 item 2: what deleting shared content needs is the operator’s choice', () => {
  expect(scopes('delete_content', {})[0]).toBe('fs:admin');
  expect(scopesOf({ deleteScope: 'fs:write' }, books.tools[2] as never, {}, 'ann')[0]).toBe('fs:write');
});

it('4.7 item 2: deleting among other changes needs the same as deleting alone', () => {
  expect(scopes('write_many', { changes: [{ path: 'a', content: 'b' }] })[0]).toBe('fs:write');
  expect(
    scopes('write_many', {
      changes: [
        { path: 'a', content: 'b' },
        { path: 'c', delete: true },
      ],
    })[0],
  ).toBe('fs:admin');
  expect(scopes('write_many', { user_id: 'ann', changes: [{ path: 'c', delete: true }] })).toContain('fs:read');
  expect(scopes('write_many', { changes: 'anything' })[0]).toBe('fs:write');
});

it('4.7 item 2: moving needs the same as deleting, since the old path is gone then', () => {
  expect(scopes('move_content', { from: 'a', to: 'b' })).toEqual(['fs:admin', 'fs:admin']);
  const tool = books.tools.find(({ name }) => name === 'move_content');
  expect(scopesOf({ deleteScope: 'fs:write' }, tool as never, {}, 'ann')).toEqual(['fs:write', 'fs:admin']);
});

it('4.7 item 3: only an administrator may name somebody else', () => {
  for (const { name } of books.tools) expect(scopes(name, { user_id: 'bob' })).toEqual(['fs:admin']);
  expect(scopes('write_content', { user_id: 'ann' })).toContain('fs:read');
  expect(scopes('delete_content', { user_id: 'ann' })).toContain('fs:read');
  expect(scopes('read_content', { user_id: 'ann' })).toEqual(['fs:read', 'fs:admin']);
  expect(scopes('audit_trail', { user_id: 'ann' })).toEqual(['fs:read', 'fs:admin']);
  expect(scopes('read_content', { user_id: null })).toEqual(['fs:admin']);
});

it('a caller is named by the token, else by the operator, else by the client, and never "system"', () => {
  const client = { name: 'claude', version: '1' };
  expect(agentNames('ada')({ ...client, subject: 'ann' })).toBe('ann');
  expect(agentNames('ada')(client)).toBe('ada');
  expect(agentNames(undefined)(client)).toBe('claude 1');
  expect(agentNames(undefined)({ name: ' ' })).toBe('unnamed client');
  expect(agentNames(undefined)({ name: 'System' })).toBe('client "system"');
  expect(agentNames(undefined)({ name: 'x', subject: 'y'.repeat(300) })).toHaveLength(255);
});
