// The written criteria of the COBOL server as a conversation with any command that claims to meet them.
import { spawnSync } from 'node:child_process';

const [command, ...args] = process.argv.slice(2);
const cases = [];
const lines = [];

/** Sends a message; `expect` looks at the answer with the same id, which must exist exactly once. */
function request(name, id, method, params, expect) {
  lines.push(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  cases.push({ name, id, expect });
}

const text = (answer) => answer.result?.content?.[0]?.text ?? '';
const fine = (answer, pattern) =>
  !answer.result?.isError && answer.result?.content?.[0]?.type === 'text' && pattern.test(text(answer));
const failed = (answer, pattern) => answer.result?.isError === true && pattern.test(text(answer));
const call = (name, id, tool, argument, expect) =>
  request(name, id, 'tools/call', { name: tool, arguments: argument }, expect);

request(
  'initialize',
  1,
  'initialize',
  { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'conformance', version: '1' } },
  ({ result }) =>
    result.protocolVersion === '2025-11-25' &&
    result.serverInfo.name === 'cobol-mcp-server' &&
    typeof result.capabilities.tools === 'object',
);
lines.push('{"jsonrpc":"2.0","method":"notifications/initialized"}');
request('ping', 'a string id', 'ping', undefined, ({ result }) => JSON.stringify(result) === '{}');
request('ping with id 0', 0, 'ping', undefined, ({ result }) => JSON.stringify(result) === '{}');
request('tools/list', 3, 'tools/list', undefined, ({ result }) => {
  const complete = result.tools.every((tool) => tool.name && tool.description && tool.inputSchema.type === 'object');
  return (
    complete &&
    result.tools
      .map((tool) => tool.name)
      .sort()
      .join() === 'add,format_currency,validate_date'
  );
});
call('add', 10, 'add', { a: 3, b: 4 }, (answer) => fine(answer, /\b7(\.0+)?\b/));
call('add decimals', 11, 'add', { a: 0.1, b: 0.2 }, (answer) => fine(answer, /\b0\.30*\b/));
call('add refuses words', 12, 'add', { a: 'three', b: 4 }, (answer) => failed(answer, /numeric/));
call('format_currency', 20, 'format_currency', { amount: 1234567.89 }, (answer) => fine(answer, /\$1,234,567\.89/));
call('format_currency zero', 21, 'format_currency', { amount: 0 }, (answer) => fine(answer, /\$0\.00/));
call('format_currency negative', 22, 'format_currency', { amount: -1234.5 }, (answer) => fine(answer, /-\$1,234\.50/));
call('format_currency huge', 23, 'format_currency', { amount: 1e12 }, (answer) =>
  fine(answer, /\$1,000,000,000,000\.00/),
);
call('format_currency refuses words', 24, 'format_currency', { amount: 'lots' }, (answer) => failed(answer, /numeric/));
call('validate_date', 30, 'validate_date', { date: '20250115' }, (answer) => fine(answer, /(?<!in)valid/i));
call('validate_date leap day', 31, 'validate_date', { date: '20240229' }, (answer) => fine(answer, /(?<!in)valid/i));
call('validate_date no leap day', 32, 'validate_date', { date: '20250229' }, (answer) => failed(answer, /leap/));
call('validate_date month', 33, 'validate_date', { date: '20251301' }, (answer) => failed(answer, /month/i));
call('validate_date day', 34, 'validate_date', { date: '20250431' }, (answer) => failed(answer, /day/i));
call('validate_date format', 35, 'validate_date', { date: '2025-1-1' }, (answer) => failed(answer, /YYYYMMDD/));
call('unknown tool', 40, 'no_such_tool', {}, (answer) => failed(answer, /no_such_tool/));
request('unknown method', 41, 'no/such/method', undefined, ({ error }) => error?.code === -32601);
lines.push('this is not JSON');
cases.push({ name: 'malformed JSON', id: null, expect: ({ error }) => error?.code === -32700 });

const run = spawnSync(command, args, { input: `${lines.join('\n')}\n`, encoding: 'utf8', timeout: 30_000 });
const answers = (run.stdout ?? '').split('\n').filter(Boolean).map(parse);
let failures = 0;
for (const { name, id, expect } of cases) {
  const matching = answers.filter((answer) => answer?.id === id);
  const ok = matching.length === 1 && matching[0].jsonrpc === '2.0' && holds(expect, matching[0]);
  if (!ok) failures++;
  console.log(`${ok ? 'PASS' : 'FAIL'} ${name}`);
}
const clean = run.status === 0 && answers.length === cases.length;
if (!clean) failures++;
console.log(`${clean ? 'PASS' : 'FAIL'} one answer a request, and exit code 0 at the end of input`);
console.log(`${cases.length + 1 - failures} passed, ${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function holds(expect, answer) {
  try {
    return expect(answer);
  } catch {
    return false;
  }
}
