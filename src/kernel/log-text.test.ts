import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textLine } from './log-text.ts';

const TIME = /^\d\d:\d\d:\d\d /;
const line = (fields: Record<string, unknown>, msg = 'said') => textLine('info', false)(fields, msg).replace(TIME, '');

describe('the log as text', () => {
  it('begins with the time of day where it is read', () => {
    const before = new Date().toTimeString().slice(0, 8);
    const [shown = ''] = textLine('info', false)({}, 'said').split(' ');
    const after = new Date().toTimeString().slice(0, 8);
    expect(shown >= before || after < before).toBe(true);
    expect(shown <= after || after < before).toBe(true);
  });

  it.each([
    ['trace', 'said\n'],
    ['debug', 'said\n'],
    ['info', 'said\n'],
    ['warn', 'WARN said\n'],
    ['error', 'ERROR said\n'],
  ] as const)('names the level only if it is bad news: %s', (level, expected) => {
    expect(textLine(level, false)({}, 'said').replace(TIME, '')).toBe(expected);
  });

  it('has colours only if told', () => {
    expect(textLine('warn', true)({ tool: 'add' }, 'said')).toMatch(
      // oxlint-disable-next-line no-control-regex -- these are the colours
      /^\x1b\[2m\d\d:\d\d:\d\d\x1b\[0m \x1b\[33mWARN \x1b\[0msaid tool=add\n$/,
    );
    // oxlint-disable-next-line no-control-regex -- these are the colours
    expect(textLine('error', true)({}, 'said')).toMatch(/\x1b\[31mERROR \x1b\[0msaid\n$/);
    expect(textLine('error', false)({}, 'said')).not.toContain('\x1b');
  });

  it.each<[Record<string, unknown>, string]>([
    [{}, ''],
    [{ tool: 'add', outcome: 'ok' }, ' tool=add outcome=ok'],
    [{ elapsedMs: 0.123456, count: 12_345 }, ' elapsedMs=0.12 count=12345'],
    [{ yes: true, none: null, absent: undefined }, ' yes=true none=null'],
    [{ reason: 'two words', empty: '' }, ' reason="two words" empty=""'],
    [{ quote: 'a"b', equals: 'a=b' }, ' quote="a\\"b" equals="a=b"'],
    [{ first: { seq: 7, why: 'x y' }, list: [1, 2] }, ' first={"seq":7,"why":"x y"} list=[1,2]'],
    [{ big: 12n }, ' big="not shown: this is no JSON"'],
  ])('writes %o plainly', (fields, expected) => {
    expect(line(fields)).toBe(`said${expected}\n`);
  });

  it('redacts secrets at the top, one level down and in errors', () => {
    const names = ['token', 'authorization', 'password', 'secret', 'cookie', 'arguments'];
    const secrets = Object.fromEntries(names.map((name) => [name, 'hunter2']));
    const said = line({ ...secrets, headers: secrets, err: Object.assign(new Error('x'), secrets) });
    expect(said.match(/\[redacted\]/g)).toHaveLength(3 * names.length);
    expect(said).not.toContain('hunter2');
  });
});

describe('the line of a request', () => {
  const request = { id: '3f-1', client: '127.0.0.1', http: 'POST', route: '/mcp', status: 200, ms: 3.14 };

  it('is short', () => {
    const fields = { ...request, principal: 'anonymous', method: 'tools/call', tool: 'add', refusal: undefined };
    expect(line(fields, 'request')).toBe('POST /mcp tools/call add 200 3.1 ms\n');
    expect(line({ ...request, http: 'GET', route: '/health' }, 'request')).toBe('GET /health 200 3.1 ms\n');
  });

  it('says why it was refused', () => {
    const fields = { ...request, status: 429, refusal: 'rate' };
    expect(line(fields, 'request')).toBe('POST /mcp 429 3.1 ms refusal=rate\n');
  });

  it('shows no tool that pretends to be more than a name', () => {
    const fields = { ...request, method: 'tools/call', tool: 'add 200 0.1 ms\n12:00:00 ERROR broken\x1b[2K' };
    expect(line(fields, 'request')).toBe(
      'POST /mcp tools/call "add 200 0.1 ms\\n12:00:00 ERROR broken\\u001b[2K" 200 3.1 ms\n',
    );
  });
});

describe('an error', () => {
  it('has its stack below, indented, and what else it carries beside the message', () => {
    const error = Object.assign(new TypeError('two\nlines', { cause: new RangeError('inner') }), { code: 'ENOENT' });
    const [first, ...below] = line({ tool: 'add', err: error }, 'call').trimEnd().split('\n');
    expect(first).toBe('call tool=add code=ENOENT');
    expect(below.slice(0, 2)).toEqual(['    TypeError: two', '    lines']);
    expect(below).toContain('    caused by: RangeError: inner');
    for (const one of below) expect(one).toMatch(/^ {4}/);
    expect(below.some((one) => /^ {8}at .*log-text\.test\.ts/.test(one))).toBe(true);
  });

  it('shows the errors that it gathers', () => {
    const inner = Object.assign(new RangeError('inner'), { code: 'E1' });
    const said = line({ err: new AggregateError([inner, 'plain words'], 'outer') });
    expect(said).toMatch(/^said\n {4}AggregateError: outer\n/);
    expect(said).toMatch(/\n {8}RangeError: inner\n(.*\n)+ {8}code=E1\n {8}"plain words"\n$/);
  });

  it('that gathers itself is shown once', () => {
    const error = new AggregateError([], 'outer');
    error.errors.push(error);
    error.stack = 'AggregateError: outer';
    expect(line({ err: error })).toBe('said\n    AggregateError: outer\n');
  });

  it('without a stack shows type and message', () => {
    const error = new TypeError('bare');
    delete error.stack;
    expect(line({ err: error })).toBe('said\n    TypeError: bare\n');
  });

  it('that cannot be read costs only itself', () => {
    const error = Object.defineProperty(new Error('x'), 'message', {
      get: () => {
        throw new Error('no');
      },
    });
    expect(line({ err: error, tool: 'add' })).toBe('said err="not shown: it cannot be read" tool=add\n');
  });
});

/** What steers a terminal: controls, line separators, changes of direction. */
// oxlint-disable-next-line no-control-regex -- these are the control characters
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** Texts with many of them. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('\n', '\r', '\x1b', '[2J', '\x9b', '\x07', '\x7f', '\u2028', '\u202e', '\0', '"', '\\', ' '),
  }),
);

describe('whatever an event holds', () => {
  it('is one line without anything that steers a terminal', () => {
    const values = fc.oneof(hostile, fc.anything({ key: hostile, values: [hostile, fc.integer(), fc.double()] }));
    fc.assert(
      fc.property(fc.dictionary(hostile, values), hostile, fc.boolean(), (fields, msg, isRequest) => {
        const all = isRequest ? { http: 'POST', status: 200, ms: 1, ...fields } : fields;
        const text = textLine('error', false)(all, isRequest ? 'request' : msg);
        expect(text.endsWith('\n')).toBe(true);
        expect(text.slice(0, -1)).not.toMatch(STEERING);
      }),
    );
  });

  it('stays below its line if it is an error: no message and no stack begins a line of its own', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (message, stack, inner) => {
        const error = Object.assign(new AggregateError([new Error(inner)], message), { code: message });
        error.stack = stack;
        const lines = textLine('error', false)({ err: error }, 'broken').slice(0, -1).split('\n');
        for (const below of lines.slice(1)) expect(below).toMatch(/^ {4}/);
        for (const one of lines) expect(one).not.toMatch(STEERING);
      }),
    );
  });
});
