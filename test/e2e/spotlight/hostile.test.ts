import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../src/engines/filesearch/testing/folders.ts';
import { spotlightServer } from '../../harness/spotlight-server.ts';

const S = temporaryFolder({ 'a.txt': 'x' });
const server = spotlightServer(['--allow', S, '--extras']);
const TOOLS = ['search', 'get_metadata', 'search_by_kind', 'recent_files', 'preview_file'];
const LONG = 'x'.repeat(2_000_000);

describe('hostile arguments', () => {
  it.each<[string, string, object]>([
    ['an endless query', 'search', { query: LONG, scope: S }],
    ['an endless scope', 'search', { query: 'x', scope: `/${LONG}` }],
    ['a scope of a million parts', 'search', { query: 'x', scope: `${S}${'/x'.repeat(1_000_000)}` }],
    ['a scope that climbs', 'search', { query: 'x', scope: `${S}${'/..'.repeat(1000)}/etc` }],
    ['an endless path', 'get_metadata', { path: `${S}/${LONG}` }],
    ['an endless path to show', 'preview_file', { path: `${S}/${LONG}` }],
    ['an endless kind', 'search_by_kind', { kind: LONG, scope: S }],
    ['an endless date', 'recent_files', { scope: S, since: LONG }],
    ['half a character', 'search', { query: '\ud800', scope: `${S}/\udfff` }],
    ['NULs', 'search', { query: '\0\0', scope: `\0${S}` }],
    ['an inherited name', 'search_by_kind', { kind: '__proto__', scope: S }],
    ['a device', 'get_metadata', { path: '/dev/zero' }],
    ['a device to show', 'preview_file', { path: '/dev/zero' }],
    ['a process', 'search', { query: 'x', scope: '/proc/self/root' }],
  ])('R15: %s is answered', async (_, name, args) => {
    const { text, isError } = await server.told(name, args);
    expect(text === '[]' || isError).toBe(true);
  });

  it('an argument that is only inherited is missing', async () => {
    server.process.write(
      `{"jsonrpc":"2.0","id":"proto","method":"tools/call","params":{"name":"search","arguments":{"__proto__":{"query":"x"},"scope":"${S}"}}}`,
    );
    expect((await server.told('search', { scope: S })).text).toBe('Missing required argument: query');
    const answers = await server.process.answers(1);
    expect(answers.find(({ id }) => id === 'proto')?.result.content[0].text).toBe('Missing required argument: query');
  });

  it('R4, R7: for any arguments there is one result with one text, and never a path from outside', async () => {
    const strange = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(S, join(S, 'a.txt'), '/', '/etc', '..', 'pdf', '2024-01-01'),
    );
    const args = fc.record(
      { query: strange, scope: strange, kind: strange, path: strange, since: strange, limit: strange },
      { requiredKeys: [] },
    );
    const patient = spotlightServer(['--allow', S, '--extras']);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...TOOLS), args, async (name, given) => {
        const { text, isError } = await patient.told(name, given);
        if (isError)
          expect(text).toMatch(/^(Missing required argument|Invalid argument|File not found|Query failed): /);
        else if (name === 'preview_file') expect(['x', 'It is a directory.']).toContain(text);
        else for (const { _path } of [JSON.parse(text) as { _path?: string }[]].flat()) expect(_path ?? S).toMatch(S);
      }),
      { numRuns: 300 },
    );
  });
});
