import { describe, expect, it } from 'vitest';
import { runQuartet } from '../../../../test/harness/built-program.ts';
import { readSettings } from '../../options/settings.ts';
import { UsageError } from '../../terminal/usage.ts';
import { captured } from '../../testing/output.ts';
import { callTool } from './call.ts';

const call = (...args: string[]) => runQuartet(['call', ...args]);
const sum = (a: string, b: string, result: string) => `COBOL reports: ADD ${a} TO ${b} GIVING ${result}\n`;

describe('quartet call', () => {
  it('takes key=value pairs', async () => {
    expect(await call('add', 'a=1', 'b=2')).toEqual({ code: 0, stdout: sum('1', '2', '3'), stderr: '' });
  });

  it('takes one JSON object', async () => {
    expect(await call('add', ' {"a": 1, "b": -2.5}')).toEqual({
      code: 0,
      stdout: sum('1', '-2.5', '-1.5'),
      stderr: '',
    });
  });

  it('T8: keeps exact numbers either way', async () => {
    const [a, b, result] = ['9007199254740993', '0.10', '9007199254740993.1'];
    expect((await call('add', `{"a":${a},"b":${b}}`)).stdout).toBe(sum(a, b, result));
    expect((await call('add', `a=${a}`, `b=${b}`)).stdout).toBe(sum(a, b, result));
    expect((await call('add', 'a=1e400', 'b=-1e400')).stdout).toBe(sum('1e400', '-1e400', '0'));
    expect((await call('add', 'a=0.0000001', 'b=0')).stdout).toBe(sum('0.0000001', '0', '0.0000001'));
  });

  it('reads a value as the schema says: text stays text, flags are flags', async () => {
    expect((await call('validate_date', 'date=20240229')).stdout).toMatch(/^20240229 is a valid date/);
    const currency = await call('format_currency', 'amount=-1234.5', 'decimal_comma=true', 'currency_sign=true');
    expect(currency.stdout).toMatch(/^-true1\.234,50\n/);
    expect((await call('validate_date', 'date=a=b')).stdout).toContain('"a=b"');
  });

  it('K4: exits with 1 when the tool reports an error', async () => {
    const { code, stdout, stderr } = await call('validate_date', 'date=20250229');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toBe(
      'Invalid day in 20250229: 2025 is not a leap year, so February ends on the 28th. It was checked twice.\n',
    );
    expect((await call('add', 'a=1')).code).toBe(1);
    expect((await call('add', 'a=', 'b=1')).stdout).toContain('Invalid argument "a": received ""');
  });

  it('--json prints the whole result', async () => {
    const good = await call('add', 'a=1', 'b=2', '--json');
    expect(good.code).toBe(0);
    expect(JSON.parse(good.stdout)).toEqual({
      content: [{ type: 'text', text: 'COBOL reports: ADD 1 TO 2 GIVING 3' }],
      structuredContent: { a: '1', b: '2', sum: '3' },
    });
    const bad = await call('add', '--json', 'a=x', 'b=2');
    expect(bad.code).toBe(1);
    expect(JSON.parse(bad.stdout)).toMatchObject({ isError: true });
  });

  it('obeys the selection', async () => {
    expect(await call('add', 'a=1', 'b=2', '--exclude-tools', 'add')).toMatchObject({ code: 2, stdout: '' });
    expect(await runQuartet(['call', 'add', 'a=1', 'b=2'], { env: { QUARTET_TOOLS: 'validate_date' } })).toMatchObject({
      code: 2,
    });
    expect(await call('add', 'a=1', 'b=2', '--read-only')).toMatchObject({ code: 0 });
  });
});

describe('callTool refuses', () => {
  it.each([
    [['ad'], "unknown tool 'ad'. Did you mean add?"],
    [['add', '{"a":1', 'b=2'], 'give either one JSON object or key=value pairs, not both.'],
    [['add', '{"a":1'], 'the arguments are not valid JSON. Quote the whole object, or use key=value pairs.'],
    [['add', '1'], "'1' is not a key=value pair."],
    [['add', '=1'], "'=1' is not a key=value pair."],
    [['add', 'a=1', '{"b":2}'], `'{"b":2}' is not a key=value pair.`],
    [['format_currency', 'amont=1'], "format_currency has no argument 'amont'. Did you mean amount?"],
    [['add', 'constructor=1'], "add has no argument 'constructor'. Known: a, b."],
    [['add', '__proto__=1'], "add has no argument '__proto__'. Known: a, b."],
  ])('%j', async ([tool = '', ...words], message) => {
    const called = captured(() => callTool(tool, words, false, readSettings({ logLevel: 'off' }, {})));
    const help = tool === 'ad' ? undefined : `quartet call ${tool} --help`;
    await expect(called).rejects.toThrow(new UsageError(message, help));
  });
});

it('callTool gives back the exit code and prints the text', async () => {
  const settings = readSettings({ logLevel: 'off' }, {});
  const good = await captured(() => callTool('add', ['a=1', 'b=2'], false, settings));
  expect(good).toEqual({ value: 0, stdout: sum('1', '2', '3'), stderr: '' });
  const bad = await captured(() => callTool('add', ['{"a":[],"b":"1"}'], true, settings));
  expect(bad.value).toBe(1);
  expect(JSON.parse(bad.stdout)).toMatchObject({ isError: true });
});
