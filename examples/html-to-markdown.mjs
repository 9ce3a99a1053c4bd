// Turns HTML into Markdown, also when it is broken: node html-to-markdown.mjs
import { htmlToMarkdown } from 'quartet-mcp/html-to-markdown';

console.log(
  htmlToMarkdown('<h2>Two sums</h2><p>Given <code>n &lt; 10<sup>5</sup></code>, find <b>two</b>.<ul><li>a<li>b'),
);
