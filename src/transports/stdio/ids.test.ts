import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyNumberLiteral } from '../../kernel/testing/json.ts';
import { Connection, EVERY_PATH } from './testing/connection.ts';

const IDS = [
  '0',
  '1',
  '-1',
  '1.5',
  '1.10',
  '1e3',
  '-0',
  '0.0000001',
  '9007199254740993',
  '123456789012345678901234567890',
  '1e400',
  '""',
  '"abc"',
  '"1"',
  '"a b\\"c\\\\"',
  '"é🙂"',
  `"${'x'.repeat(500)}"`,
];

const requests = {
  ping: (id: string) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`,
  'tools/call': (id: string) => `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"echo"}}`,
  'an unknown method': (id: string) => `{"jsonrpc":"2.0","id":${id},"method":"nope"}`,
  'an invalid request': (id: string) => `{"jsonrpc":"2.0","id":${id}}`,
};

describe.each(EVERY_PATH)('ids, %s', (_, connect) => {
  it.each(Object.entries(requests))('L6: every id comes back as it was written: %s', async (_name, build) => {
    const connection = await connect();
    connection.send(...IDS.map(build));
    const lines = await connection.end();
    const echoed = lines.map((line) => line.slice('{"jsonrpc":"2.0","id":'.length, line.search(/,"(result|error)":/)));
    expect(echoed).toEqual(IDS);
  });

  it('L6: two requests with one id in flight are both answered', async () => {
    const connection = await connect();
    connection.send(
      ...['a', 'b'].map(
        (name) =>
          `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"gate","arguments":{"name":"${name}"}}}`,
      ),
    );
    await connection.release('b');
    expect((await connection.first(1))[0]).toMatch(/^\{"jsonrpc":"2.0","id":7,.*gate b/);
    await connection.release('a');
    expect((await connection.end())[1]).toMatch(/^\{"jsonrpc":"2.0","id":7,.*gate a/);
    expect(connection.lines).toHaveLength(2);
  });

  it('L6: ids that look like ours are the client’s', async () => {
    const connection = await connect();
    const gate = (id: string, name: string) =>
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"gate","arguments":{"name":"${name}"}}}`;
    const names = Array.from({ length: 20 }, (_unused, at) => `"7#${at + 15}"`);
    connection.send(...names.map((id) => gate(id, id.slice(1, -1))), gate('7', 'first'), gate('7', 'second'));
    for (const name of ['second', 'first', ...names.map((id) => id.slice(1, -1))]) await connection.release(name);
    const answered = (await connection.end()).map((line) =>
      /"id":("?[^,]+),.*text":"(gate [^"]+)"/.exec(line)?.slice(1),
    );
    expect(answered).toHaveLength(names.length + 2);
    expect(answered).toEqual(
      expect.arrayContaining([
        ['7', 'gate first'],
        ['7', 'gate second'],
        ...names.map((id) => [id, `gate ${id.slice(1, -1)}`]),
      ]),
    );
  });
});

it('L6: for any id of any kind, on both paths', async () => {
  const anyId = fc.oneof(
    anyNumberLiteral,
    fc.string({ unit: 'binary', maxLength: 10 }).map((text) => JSON.stringify(text)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anyId, { minLength: 1, maxLength: 20 }), fc.boolean(), async (ids, direct) => {
      const connection = direct ? await new Connection().shakeHands() : new Connection();
      connection.send(...ids.map(requests['tools/call']));
      const lines = await connection.end();
      const echoed = lines.map((line) => line.slice('{"jsonrpc":"2.0","id":'.length, line.lastIndexOf(',"result":')));
      expect(echoed).toEqual(ids);
    }),
    { numRuns: 150 },
  );
});
