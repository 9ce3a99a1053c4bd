import { describe, expect, it } from 'vitest';
import { ExactNumber } from '../kernel/json.ts';
import { clientId, type Inbound, readMessage } from './message.ts';

const refused = (idText: string, why: string): Inbound => ({
  kind: 'invalid',
  idText,
  code: -32600,
  why: `Invalid Request: ${why}`,
});
const notJson: Inbound = { kind: 'invalid', idText: 'null', code: -32700, why: 'Parse error: this is not JSON' };

describe('what is not a message', () => {
  it.each(['', ' ', '\t', '\r', ' \r', '\u00a0'])('T6: the blank line %j is ignored', (line) => {
    expect(readMessage(line)).toEqual({ kind: 'ignored' });
  });

  it.each(['{', 'hello', '{"a":1}}', "{'a':1}", '\0', '\x03', '{"id":1', '{"jsonrpc":"2.0"} x', '01', '{"a":1,}'])(
    'L8: %j is a parse error',
    (line) => {
      expect(readMessage(line)).toEqual(notJson);
    },
  );

  it.each(['42', '"x"', 'null', 'true', '1e400', '9007199254740993'])('L9: %s is not an object', (line) => {
    expect(readMessage(line)).toEqual(refused('null', 'a message is a JSON object'));
  });

  it.each(['[]', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]'])('L9: the batch %s is one refusal', (line) => {
    expect(readMessage(line)).toEqual(refused('null', 'batches are not part of MCP; send one message at a time'));
  });

  it.each([
    ['{}', 'null', '"jsonrpc" must be "2.0"'],
    ['{"id":1,"method":"ping"}', '1', '"jsonrpc" must be "2.0"'],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', '1', '"jsonrpc" must be "2.0"'],
    ['{"jsonrpc":2.0,"id":"a","method":"ping"}', '"a"', '"jsonrpc" must be "2.0"'],
    ['{"jsonrpc":"2.0","id":1}', '1', '"method" must be a string'],
    ['{"jsonrpc":"2.0"}', 'null', '"method" must be a string'],
    ['{"jsonrpc":"2.0","id":1,"method":null}', '1', '"method" must be a string'],
    ['{"jsonrpc":"2.0","id":1.10,"method":5}', '1.10', '"method" must be a string'],
    ['{"jsonrpc":"2.0","id":1,"method":5,"result":{}}', '1', '"method" must be a string'],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', 'null', '"id" must be a string or a number'],
    ['{"jsonrpc":"2.0","id":true,"method":"ping"}', 'null', '"id" must be a string or a number'],
    ['{"jsonrpc":"2.0","id":[1],"method":"ping"}', 'null', '"id" must be a string or a number'],
    ['{"jsonrpc":"2.0","id":{"source":1},"method":"ping"}', 'null', '"id" must be a string or a number'],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', '1', '"params" must be an object'],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}', '1', '"params" must be an object'],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":1e400}', '1', '"params" must be an object'],
  ])('L9: %s is refused', (line, idText, why) => {
    expect(readMessage(line)).toEqual(refused(idText, why));
  });

  it.each([
    '{"jsonrpc":"2.0","id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}',
    '{"id":"x","result":null}',
  ])('L10: %s is a response', (line) => {
    expect(readMessage(line)).toEqual({ kind: 'response', message: JSON.parse(line) });
  });

  it('L3: a notification with hopeless params is ignored', () => {
    expect(readMessage('{"jsonrpc":"2.0","method":"x","params":[1]}')).toEqual({ kind: 'ignored' });
  });
});

describe('what is', () => {
  it('L3: without id it is a notification', () => {
    expect(readMessage('{"jsonrpc":"2.0","method":"notifications/initialized"}')).toStrictEqual({
      kind: 'notification',
      message: { method: 'notifications/initialized', params: {} },
    });
  });

  it('with id it is a request, whose message has no id yet', () => {
    expect(readMessage('{"jsonrpc":"2.0","id":7,"method":"ping","params":{"x":[1.10]}}')).toStrictEqual({
      kind: 'request',
      id: { text: '7', value: 7 },
      message: { method: 'ping', params: { x: [new ExactNumber('1.10')] } },
    });
  });

  it('T5: any key order, blanks, carriage return and escapes', () => {
    const line = ' \t{ "params" : {"a":1} ,\t"method":"tools\\/li\\u0073t" , "id" : "\\u0061" ,"jsonrpc":"2.0"}\t\r';
    expect(readMessage(line)).toMatchObject({
      kind: 'request',
      id: { text: '"a"' },
      message: { method: 'tools/list' },
    });
  });

  it('T7: keys count only at their own level', () => {
    const line =
      '{"params":{"id":9,"method":"nope","jsonrpc":"1.0","result":1},"x":"\\"id\\":8","id":1,"method":"ping","jsonrpc":"2.0"}';
    expect(readMessage(line)).toMatchObject({ kind: 'request', id: { text: '1' }, message: { method: 'ping' } });
    expect(readMessage('{"jsonrpc":"2.0","method":"x","params":{"id":1}}')).toMatchObject({ kind: 'notification' });
    expect(readMessage('{"__proto__":{"id":1,"method":"ping","jsonrpc":"2.0"}}')).toEqual(
      refused('null', '"jsonrpc" must be "2.0"'),
    );
  });

  it('T9: very deep nesting is just a message', () => {
    const deep = `${'['.repeat(200_000)}1.10${']'.repeat(200_000)}`;
    expect(readMessage(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"arguments":${deep}}}`).kind).toBe('request');
    expect(readMessage(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"other":${deep}}}`).kind).toBe('request');
    expect(readMessage(deep)).toMatchObject({ kind: 'invalid', code: -32600 });
  });
});

describe('L6: the id keeps its text', () => {
  it.each([
    ['0', { text: '0', value: 0 }],
    ['1', { text: '1', value: 1 }],
    ['-1', { text: '-1', value: -1 }],
    ['9007199254740991', { text: '9007199254740991', value: 9007199254740991 }],
    ['9007199254740992', { text: '9007199254740992' }],
    ['9007199254740993', { text: '9007199254740993' }],
    ['123456789012345678901234567890', { text: '123456789012345678901234567890' }],
    ['1.5', { text: '1.5' }],
    ['1.10', { text: '1.10' }],
    ['0.0000001', { text: '0.0000001' }],
    ['1e3', { text: '1e3' }],
    ['-0', { text: '-0' }],
    ['1e400', { text: '1e400' }],
    ['""', { text: '""', value: '' }],
    ['"abc"', { text: '"abc"', value: 'abc' }],
    ['"1"', { text: '"1"', value: '1' }],
    ['"q\\"uote\\n"', { text: '"q\\"uote\\n"', value: 'q"uote\n' }],
    ['"é🙂"', { text: '"é🙂"', value: 'é🙂' }],
    ['"\\ud800"', { text: '"\\ud800"', value: '\ud800' }],
  ])('%s', (json, id) => {
    expect(readMessage(`{"jsonrpc":"2.0","id":${json},"method":"ping"}`)).toMatchObject({ kind: 'request', id });
    const read = readMessage(`{"jsonrpc":"2.0","id":${json},"method":"ping"}`);
    expect(read.kind === 'request' && read.id).toStrictEqual(id);
  });

  it.each([undefined, null, true, [], {}])('%j is no id', (value) => {
    expect(clientId(value)).toBeUndefined();
  });
});
