// Plain JavaScript, because a worker thread starts from a file that Node itself can read.
import { isUtf8 } from 'node:buffer';
import { parentPort } from 'node:worker_threads';
import { RE2JS } from 're2js';

const MAX_PROGRAM = 20_000;
const BEFORE = 100;
let compiled = { pattern: undefined, regex: undefined };

parentPort.on('message', ({ id, request }) => {
  const startedMs = performance.now();
  const answer = answerTo(request);
  parentPort.postMessage({ id, answer: { ...answer, elapsedMs: performance.now() - startedMs } });
});

function answerTo({ pattern, literal, starts, bytes, limit, maxLine }) {
  try {
    const regex = compile(pattern);
    const lines = [];
    for (let file = 0; file + 1 < starts.length && lines.length < limit; file++) {
      const text = textOf(Buffer.from(bytes.buffer, starts[file], starts[file + 1] - starts[file]));
      if (text !== undefined) search(text, file, regex, literal, limit, maxLine, lines);
    }
    return { lines };
  } catch (error) {
    return { refused: String(error.message) };
  }
}

function textOf(bytes) {
  return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString('utf8').replaceAll('\r\n', '\n') : undefined;
}

function compile(pattern) {
  if (compiled.pattern !== pattern) {
    const regex = RE2JS.compile(pattern);
    if (regex.programSize() > MAX_PROGRAM) throw new Error('the repetitions make it too large');
    compiled = { pattern, regex };
  }
  return compiled.regex;
}

function search(text, index, regex, literal, limit, maxLine, lines) {
  let start = 0;
  for (let number = 1; start < text.length && lines.length < limit; number++) {
    if (literal !== undefined) {
      const found = text.indexOf(literal, start);
      if (found === -1) return;
      for (let next = text.indexOf('\n', start); next !== -1 && next < found; next = text.indexOf('\n', start)) {
        start = next + 1;
        number++;
      }
    }
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end);
    if (regex.test(line)) lines.push([index, number, line.length > maxLine ? cut(line, regex, maxLine) : line]);
    start = end + 1;
  }
}

/** A long line around the place where it matches, as in lines.ts. */
function cut(line, regex, maxLine) {
  const matcher = regex.matcher(line);
  const match = matcher.find() ? matcher.start() : 0;
  const room = maxLine - 2;
  const start = wholeFrom(line, Math.max(0, Math.min(match - BEFORE, line.length - room)));
  const end = wholeFrom(line, Math.min(line.length, start + room));
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}

function wholeFrom(line, at) {
  const unit = line.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit < 0xe000 ? at - 1 : at;
}
