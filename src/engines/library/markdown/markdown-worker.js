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

const READERS = { headings: headingsOf, links: linksOf, addresses: addressesOf };

parentPort.on('message', ({ id, request }) => {
  const { kind, texts, most } = request;
  const answer = texts.map((text) => READERS[kind](text, most));
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

/** With quotes or without; a brace is a program of JSX. */
const HTML_ADDRESS = /\b(?:src|href|poster|data)\s*=\s*(?:["']([^"'\n]+)["']|([^\s"'=<>`{}]+))/gi;

function inHtml(content) {
  return addresses(content, HTML_ADDRESS);
}

/** What JSX imports or requires is no Markdown. */
function inScript(text) {
  return text.includes('@site/') ? addresses(text, /["'](@site\/[^"'\n]+)["']/g) : [];
}

function addresses(text, pattern) {
  let [read, offset] = [0, 0];
  return Array.from(text.matchAll(pattern), ({ index, 1: quoted, 2: bare }) => {
    const href = quoted ?? bare;
    offset += newlines(text.slice(read, index));
    read = index;
    return { offset, href };
  });
}

/** Where the addresses of links, pictures, definitions and HTML are written: offsets in the text, and what they say. */
function addressesOf(text, most) {
  const found = new Map();
  const lines = linesOf(text);
  const env = {};
  const add = (start, length, href) => {
    if (found.size < most && href.length <= LONGEST_ADDRESS) found.set(start, { start, end: start + length, href });
  };
  const taken = new Set();
  let line = 0;
  let read = 0;
  for (const token of whole.parse(text, env)) {
    if (token.map) {
      if (token.map[0] !== line) read = 0;
      line = token.map[0];
    }
    if (LEAVES.has(token.type) && token.map) for (let at = token.map[0]; at < token.map[1]; at++) taken.add(at);
    if (token.type === 'html_block') {
      for (const [at, row] of lines.slice(token.map[0], token.map[1]).entries()) {
        for (const { index, href } of inHtmlLine(row.text))
          add(lines[token.map[0] + at].start + index, href.length, href);
      }
    }
    if (token.type !== 'inline') continue;
    if (!token.map) {
      const column = lines[line].text.indexOf(inCell(token.content), read);
      if (column < 0) continue;
      read = column + inCell(token.content).length;
      for (const { position, length, href } of inInline(token)) {
        const before = inCell(token.content.slice(0, position)).length;
        add(lines[line].start + column + before, inCell(token.content.slice(position, position + length)).length, href);
      }
      continue;
    }
    const rows = token.content.split('\n');
    let [row, rowStart, place] = [0, 0, rowOf(lines[line], rows[0])];
    for (const { position, length, href } of inInline(token)) {
      while (position > rowStart + rows[row].length) {
        rowStart += rows[row].length + 1;
        row++;
        place = rowOf(lines[line + row], rows[row]);
      }
      if (place) add(place.start + place.column + position - rowStart, length, href);
    }
  }
  for (const { start, length, href } of inDefinitions(lines, taken, env.references ?? {})) add(start, length, href);
  if (text.includes('@site/')) {
    for (const { index, 1: href } of text.matchAll(/["'](@site\/[^"'\n]+)["']/g)) add(index + 1, href.length, href);
  }
  return [...found.values()].sort((a, b) => a.start - b.start);
}

/** What holds text, so that no definition can be in it. */
const LEAVES = new Set(['fence', 'code_block', 'html_block', 'inline']);

/** As the parser sees them, which puts another character in the place of a zero. */
function linesOf(text) {
  const lines = [];
  let start = 0;
  for (const row of text.replaceAll('\0', '\ufffd').split(/\r\n|\r|\n/)) {
    lines.push({ start, text: row });
    start += row.length + (text.startsWith('\r\n', start + row.length) ? 2 : 1);
  }
  return lines;
}

/** Where a line of a paragraph, without the marks of lists and quotes before it, is in its line of the text. */
function rowOf(line, content) {
  if (line === undefined) return undefined;
  if (line.text.endsWith(content)) return { start: line.start, column: line.text.length - content.length };
  const column = line.text.indexOf(content);
  return column < 0 ? undefined : { start: line.start, column };
}

/** How the parser found the text of a cell written: a bar in it has lost its backslash. */
function inCell(content) {
  return content.replaceAll('|', '\\|');
}

function* inInline({ content, children }) {
  const state = new whole.inline.State(content, whole, {}, []);
  for (const child of children) {
    if (child.type === 'html_inline') {
      for (const { index, href } of inHtmlLine(child.content)) {
        yield { position: child.position + index, length: href.length, href };
      }
    }
    const address = child.attrGet('href') ?? child.attrGet('src');
    if (address === null) continue;
    if (child.markup === 'autolink') {
      const href = content.slice(child.position + 1, content.indexOf('>', child.position));
      yield { position: child.position + 1, length: href.length, href };
      continue;
    }
    const isImage = child.type === 'image';
    const end = whole.helpers.parseLinkLabel(state, isImage ? child.position + 1 : child.position - 1, !isImage);
    if (end < 0 || content[end + 1] !== '(') continue;
    const start = end + 2 + /^[ \t\n]*/.exec(content.slice(end + 2))[0].length;
    const target = whole.helpers.parseLinkDestination(content, start, content.length);
    // Else it refers to a definition.
    if (!target.ok || whole.normalizeLink(target.str) !== address) continue;
    const bracket = content[start] === '<' ? 1 : 0;
    yield { position: start + bracket, length: target.pos - start - 2 * bracket, href: target.str };
  }
}

function* inDefinitions(lines, taken, references) {
  for (const [at, { start, text }] of lines.entries()) {
    const found = taken.has(at) ? null : /^[ \t>*+\-\d.)]*\[((?:\\.|[^[\]\\])+)\]:[ \t]*/.exec(text);
    if (!found) continue;
    const isHere = found[0].length < text.length;
    const next = lines[at + 1];
    const place = isHere
      ? { start, text, from: found[0].length }
      : next && { ...next, from: /^[ \t>]*/.exec(next.text)[0].length };
    if (!place) continue;
    const target = whole.helpers.parseLinkDestination(place.text, place.from, place.text.length);
    const known = references[whole.utils.normalizeReference(found[1])];
    if (!target.ok || known?.href !== whole.normalizeLink(target.str)) continue;
    const bracket = place.text[place.from] === '<' ? 1 : 0;
    yield {
      start: place.start + place.from + bracket,
      length: target.pos - place.from - 2 * bracket,
      href: target.str,
    };
  }
}

function inHtmlLine(text) {
  return Array.from(text.matchAll(HTML_ADDRESS), ({ index, 0: all, 1: quoted, 2: bare }) => {
    const href = quoted ?? bare;
    return { index: index + all.lastIndexOf(href), href };
  });
}
