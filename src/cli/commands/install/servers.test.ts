import { describe, expect, it } from 'vitest';
import { clientOf } from './clients.ts';
import { readServers, remoteEntries, startedEntries } from './servers.ts';

const PROGRAM = { command: 'node', args: ['q.js'] };
const argsOf = (...words: string[]) => {
  const entries = startedEntries(clientOf('cursor'), readServers(words), PROGRAM, { home: '/home/ann', cwd: '/here' });
  return Object.values(entries).map(({ args }) => (args as string[]).slice(1));
};

describe('the options of a server', () => {
  it.each([
    [
      ['books', '--root', 'mine'],
      ['books', '--root', '/here/mine'],
    ],
    [
      ['books', '--root=~/mine'],
      ['books', '--root=/home/ann/mine'],
    ],
    [
      ['spotlight', '--allow', '/a', '--allow', 'b', '--read-only'],
      ['spotlight', '--allow', '/a', '--allow', '/here/b', '--read-only'],
    ],
    [['oj'], ['oj', '--embedded']],
    [
      ['oj', '--embedded'],
      ['oj', '--embedded'],
    ],
    [
      ['oj', '--base-url', 'https://j.example'],
      ['oj', '--base-url', 'https://j.example'],
    ],
    [
      ['oj', '--base-url=https://j.example'],
      ['oj', '--base-url=https://j.example'],
    ],
    [
      ['all', '--toolsets', 'cobol'],
      ['all', '--toolsets', 'cobol'],
    ],
  ])('%j become %j', (words, args) => expect(argsOf(...words)).toEqual([args]));

  it.each([
    [['books', '--rot', 'x'], "books: unknown option '--rot'"],
    [['cobol', '--root', 'x'], "cobol: unknown option '--root'"],
    [['books', '--rot=SECRET'], "books: unknown option '--rot'"],
    [['oj', '--token', 'SECRET'], 'Quartet writes no secret into a file'],
    [['books', '--database-url', 'postgresql://u:SECRET@h/d'], 'Quartet writes no secret into a file'],
    [['books', 'cobol', '--read-only'], 'name exactly one'],
    [['--read-only'], 'name exactly one'],
    [['cobl'], "unknown server 'cobl'. Did you mean cobol?"],
  ])('%j are refused', (words, told) => {
    expect(() => argsOf(...words)).toThrow(told);
    expect(() => argsOf(...words)).not.toThrow('SECRET');
  });
});

describe('addresses', () => {
  const urls = (url: string, ...servers: ('books' | 'oj' | 'all')[]) => {
    const bridge = () => PROGRAM;
    const { entries } = remoteEntries(clientOf('cursor'), servers, { url }, bridge);
    return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, entry.url]));
  };
  it('each server has one below that of all', () => {
    expect(urls('http://h/mcp')).toEqual({ quartet: 'http://h/mcp' });
    expect(urls('http://h/mcp/', 'books', 'all')).toEqual({
      'quartet-books': 'http://h/mcp/books',
      quartet: 'http://h/mcp',
    });
  });
  it('an address of one server says which', () => {
    expect(urls('http://h/mcp/books')).toEqual({ 'quartet-books': 'http://h/mcp/books' });
    expect(urls('http://h/mcp/books', 'books')).toEqual({ 'quartet-books': 'http://h/mcp/books' });
  });
});
