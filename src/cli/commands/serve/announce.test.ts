import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleToolset } from '../../../kernel/testing/toolsets.ts';
import { announcement } from './announce.ts';
import { type Announced, bannerFacts } from './facts.ts';

const opened = (...ids: string[]) => ids.map((id) => ({ toolset: sampleToolset([], { id }), world: undefined }));
const SERVER: Announced = {
  url: 'http://127.0.0.1:8000',
  root: '/mcp',
  options: {
    version: '1.2.3',
    tokens: [],
    console: {
      folder: new URL('file:///console/'),
      payloads: false,
      program: { command: 'node', args: ['/quartet.js'] },
    },
  },
  settings: { options: {} },
  content: { opened: opened('cobol'), absent: new Map() },
  env: {},
};
const WITHOUT_CONSOLE: Announced = { ...SERVER, options: { version: '1.2.3', tokens: [] } };
const OWN = { line: 'owner SECRET *\n', file: '/data/token' };

describe('what a program is told', () => {
  it('is one line with the address', async () => {
    expect(await announcement(SERVER, {})).toBe('Quartet serves MCP at http://127.0.0.1:8000/mcp\n');
  });

  it('is where the token is, and never the token', async () => {
    expect(await announcement({ ...SERVER, own: OWN }, {})).toBe(
      'Quartet serves MCP at http://127.0.0.1:8000/mcp\nClients need the token in /data/token\n',
    );
  });
});

describe('what a person is told', () => {
  const terminal = { isTTY: true, columns: 80 };

  it('is a banner, in colours unless they are not wanted', async () => {
    expect(await announcement(SERVER, terminal)).toContain('\x1b[1mQuartet\x1b[0m 1.2.3\n');
    const text = await announcement({ ...SERVER, env: { NO_COLOR: '1' } }, terminal);
    expect(text).toContain('\nQuartet 1.2.3\n');
    expect(text).not.toContain('\x1b');
  });

  it.each([
    ['the console', SERVER, 'http://127.0.0.1:8000/#token=SECRET'],
    ['MCP where there is no console', WITHOUT_CONSOLE, 'http://127.0.0.1:8000/mcp#token=SECRET'],
  ])('has a link to %s that brings the token along', async (_, server, link) => {
    expect(await announcement({ ...server, own: OWN }, terminal)).toContain(`\n  ${link}\n`);
  });
});

describe('bannerFacts', () => {
  it('names the console only where it is', () => {
    expect(bannerFacts(SERVER).console).toBe('http://127.0.0.1:8000/');
    expect(bannerFacts(WITHOUT_CONSOLE).console).toBeUndefined();
  });

  it('gives clients the public address', () => {
    const options = { ...SERVER.options, publicUrl: new URL('https://mcp.example.com/q/') };
    expect(bannerFacts({ ...SERVER, options }).client).toBe('https://mcp.example.com/q/mcp');
    expect(bannerFacts(SERVER).client).toBe('http://127.0.0.1:8000/mcp');
  });

  it('tells where tokens come from, if any', () => {
    const read = () => '';
    const tokens = [
      { read, source: '--token-file' },
      { read, source: 'QUARTET_TOKENS' },
    ];
    const jwt = {
      jwksUrl: new URL('https://auth.example.com/keys'),
      issuer: 'https://auth.example.com',
      audience: [],
      otherAudiences: [],
      types: [],
      skewSeconds: 0,
    };
    const tokenOf = (options: object) => bannerFacts({ ...SERVER, options: { ...SERVER.options, ...options } }).token;
    expect(tokenOf({})).toBeUndefined();
    expect(tokenOf({ tokens })).toBe('from --token-file, or from QUARTET_TOKENS');
    expect(tokenOf({ tokens, jwt })).toContain(', or signed by https://auth.example.com');
  });

  it('tells why toolsets are absent, and in one line what was not asked for', () => {
    const content = {
      opened: opened('cobol'),
      absent: new Map([
        ['/mcp/oj', 'oj is left out: it has no place for its data. See the log.'],
        ['/mcp/books', 'books is left out: it has no place for its data. See the log.'],
        ['/mcp/extras', 'The extra tools are no toolset.'],
      ]),
    };
    expect(bannerFacts({ ...SERVER, content }).absent).toEqual([...content.absent.values()].slice(0, 2));
    const settings = { options: {}, toolsets: ['cobol'] };
    expect(bannerFacts({ ...SERVER, settings, content }).absent).toEqual(['oj, books: not among --toolsets']);
    expect(bannerFacts({ ...SERVER, settings }).absent).toEqual([]);
  });
});

describe('where the data is', () => {
  const dataOf = (options: Announced['settings']['options'], env = {}) => {
    const content = { opened: opened('oj', 'cobol', 'books', 'spotlight'), absent: new Map<string, string>() };
    return Object.fromEntries(bannerFacts({ ...SERVER, settings: { options }, content, env }).data);
  };

  it('is told of toolsets that have some, and are served', () => {
    expect(Object.keys(dataOf({}))).toEqual(['Books', 'Files', 'Judge']);
    expect(bannerFacts(SERVER).data).toEqual([]);
  });

  it('is in the data folder by default, and short', () => {
    const dataHome = join(homedir(), 'data');
    expect(dataOf({ dataHome }, { XDG_DATA_HOME: dataHome })).toEqual({
      Books: join('~', 'data', 'quartet', 'library'),
      Files: '~',
      Judge: `embedded, in ${join('~', 'data', 'quartet', 'judge.db')}`,
    });
  });

  it('is what the options say', () => {
    const options = { root: '/srv/books', readOnly: 'yes', allow: ['/a', '/b', '/c', '/d', '/e'].join('\0') };
    expect(dataOf({ ...options, baseUrl: 'https://judge.example.com/' })).toEqual({
      Books: '/srv/books (read-only)',
      Files: '/a, /b, /c and 2 more',
      Judge: 'https://judge.example.com',
    });
    expect(dataOf({}, { QUARTET_JUDGE_DB: '/j/judge.db' }).Judge).toBe('embedded, in /j/judge.db');
  });

  it('holds no key and no password', () => {
    const bucket = {
      storageBackend: 's3',
      s3Bucket: 'lessons',
      s3Region: 'eu-central-1',
      s3AccessKeyId: 'KEY-ID',
      s3SecretAccessKey: 'HUNTER2',
      databaseUrl: 'postgresql://me:HUNTER2@db.example.com/books',
    };
    expect(dataOf(bucket).Books).toBe('bucket lessons (s3), journal in PostgreSQL');
  });
});
