// Plain JavaScript, because a worker thread starts from a file that Node itself can read.
import { parentPort } from 'node:worker_threads';
import { RE2JS } from 're2js';

const MAX_PROGRAM = 20_000;
let compiled = { pattern: undefined, regex: undefined };

parentPort.on('message', ({ pattern, literal, texts, limit, maxLine }) => {
  try {
    const regex = compile(pattern);
    const lines = [];
    texts.forEach((text, index) => search(text, index, regex, literal, limit, maxLine, lines));
    parentPort.postMessage({ lines });
  } catch (error) {
    parentPort.postMessage({ refused: String(error.message) });
  }
});

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
    if (regex.test(line)) lines.push([index, number, cut(line, maxLine)]);
    start = end + 1;
  }
}

function cut(line, maxLine) {
  if (line.length <= maxLine) return line;
  const last = line.charCodeAt(maxLine - 1);
  return line.slice(0, last >= 0xd800 && last < 0xdc00 ? maxLine - 1 : maxLine);
}
