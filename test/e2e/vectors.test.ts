import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { converse, INITIALIZE } from '../harness/server-process.ts';

interface Vectors<Row> {
  vectors: Row[];
}

function load<Row>(name: string): Row[] {
  const file = new URL(`../vectors/cobol/${name}.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as Vectors<Row>).vectors;
}

it('A1: every oracle sum comes out of the real server, sent as bare JSON numbers', async () => {
  const rows = load<{ a: string; b: string; sum: string }>('add');
  const lines = rows.map(
    ({ a, b }, id) =>
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"add","arguments":{"a":${a},"b":${b}}}}`,
  );
  const { answers } = await converse([INITIALIZE, ...lines]);
  const wrong = rows.filter(({ sum }, id) => {
    const result = answers[id + 1]?.result;
    return result.structuredContent.sum !== sum || result.content[0].text.split(' ').at(-1) !== sum;
  });
  expect(wrong).toEqual([]);
});

it('D8: every oracle date comes out of the real server', async () => {
  const rows = load<{ date: string; valid: boolean }>('date');
  const lines = rows.map(({ date }, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'validate_date', arguments: { date } },
  }));
  const { answers } = await converse([INITIALIZE, ...lines]);
  const wrong = rows.filter(({ valid }, id) => {
    const result = answers[id + 1]?.result;
    const text: string = result.content[0].text;
    return valid ? result.isError || !/\bvalid\b/.test(text) : !result.isError || !/\binvalid\b/i.test(text);
  });
  expect(wrong).toEqual([]);
});
