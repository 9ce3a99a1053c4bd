// Plain JavaScript, because a worker thread starts from a file that Node itself can read.
import { parentPort } from 'node:worker_threads';
import MarkdownIt from 'markdown-it';

const blocks = new MarkdownIt('commonmark').enable('table');
blocks.core.ruler.enableOnly(['normalize', 'block']);

const whole = new MarkdownIt('commonmark').enable('table');
// A token within a paragraph does not tell where it is, so it learns it from the parser.
whole.inline.State = class extends whole.inline.State {
  push(...kind) {
    const token = super.push(...kind);
    token.position = this.pos;
    return token;
  }
};

/** No path of a book is longer, even if every byte is written as %00. */
const LONGEST_ADDRESS = 1000;

parentPort.on('message', ({ id, request }) => {
  const { kind, texts, most } = request;
  const answer = texts.map((text) => (kind === 'headings' ? headingsOf(text, most) : linksOf(text, most)));
  parentPort.postMessage({ id, answer });
});

/** The headings that are no part of a list, a quote or code: line from 0, level, and the words as they are written. */
function headingsOf(text, most) {
  const tokens = blocks.parse(text, {});
  const headings = [];
  for (const [at, { type, level, tag, map }] of tokens.entries()) {
    if (type !== 'heading_open' || level > 0) continue;
    if (headings.length === most) break;
    headings.push({ line: map[0], level: Number(tag.slice(1)), title: tokens[at + 1].content });
  }
  return headings;
}

/** What a text refers to, in links, pictures and HTML: line from 0, and the address. */
function linksOf(text, most) {
  const links = [];
  let line = 0;
  const add = (at, href) => {
    if (links.length < most && href.length <= LONGEST_ADDRESS) links.push({ line: at, href });
  };
  for (const token of whole.parse(text, {})) {
    // The cells of a table have no lines of their own, but its rows have.
    if (token.map) line = token.map[0];
    if (token.type === 'html_block') for (const { offset, href } of inHtml(token.content)) add(line + offset, href);
    let [read, own] = [0, line];
    for (const child of token.children ?? []) {
      const href = child.attrGet('href') ?? child.attrGet('src');
      if (href === null && child.type !== 'html_inline') continue;
      own += newlines(token.content.slice(read, child.position));
      read = Math.max(read, child.position);
      if (href !== null) add(own, href);
      else for (const { offset, href } of inHtml(child.content)) add(own + offset, href);
    }
  }
  for (const { offset, href } of inScript(text)) add(offset, href);
  return links;
}

function newlines(text) {
  return text.split('\n').length - 1;
}

function inHtml(content) {
  return addresses(content, /\b(?:src|href|poster|data)\s*=\s*["']([^"'\n]+)["']/gi);
}

/** What JSX imports or requires is no Markdown. */
function inScript(text) {
  return text.includes('@site/') ? addresses(text, /["'](@site\/[^"'\n]+)["']/g) : [];
}

function addresses(text, pattern) {
  let [read, offset] = [0, 0];
  return Array.from(text.matchAll(pattern), ({ index, 1: href }) => {
    offset += newlines(text.slice(read, index));
    read = index;
    return { offset, href };
  });
}
