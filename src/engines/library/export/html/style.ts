/** How the pages look: paper and ink by day and by night, one column for reading, and no colour on a printer. */
export const STYLE = `:root {
  color-scheme: light dark;
  --paper: #fdfcf9;
  --wash: #f4f1ea;
  --line: #e0dace;
  --ink: #24211d;
  --soft: #6a6359;
  --accent: #9a3412;
  --accent-wash: #fbeee6;
  --code: #f6f3ec;
  --keyword: #8a2d5e;
  --string: #2f6a3a;
  --number: #1d5c8c;
  --function: #6b4a0f;
  --serif: Charter, "Bitstream Charter", "Sitka Text", Cambria, Georgia, serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, "Cascadia Code", "Source Code Pro", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #191816;
    --wash: #21201d;
    --line: #383530;
    --ink: #e6e1d7;
    --soft: #a39c8f;
    --accent: #f0a478;
    --accent-wash: #33251c;
    --code: #22211e;
    --keyword: #e39ac0;
    --string: #9cc99a;
    --number: #8fbfe6;
    --function: #dfc07d;
  }
  img { background: #fff; }
}
*, *::before, *::after { box-sizing: border-box; }
html { scroll-padding-top: 1rem; text-size-adjust: 100%; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 1.0625rem/1.65 var(--serif);
  overflow-wrap: break-word;
}
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .18em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; inset-inline-start: -100vw; }
.skip:focus { inset-inline-start: 1rem; top: .5rem; padding: .4rem .8rem; background: var(--paper); z-index: 2; }
.top {
  display: flex;
  justify-content: space-between;
  gap: 1rem;
  padding: .8rem 1.25rem;
  border-bottom: 1px solid var(--line);
  font: .9rem/1.4 var(--sans);
}
.book { color: inherit; font-weight: 650; text-decoration: none; }
main { max-width: 42rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; }
.sidebar { padding: 2rem 1.25rem 4rem; background: var(--wash); border-top: 1px solid var(--line); font: .9rem/1.45 var(--sans); }
.sidebar > .book { display: none; }
.contents, .contents ol { list-style: none; margin: 0; padding: 0; }
.contents .part { margin-top: 1.5rem; }
.contents .part:first-child { margin-top: 0; }
.contents .part > a, .contents .part > span {
  color: var(--soft);
  font-size: .75rem;
  font-weight: 650;
  letter-spacing: .07em;
  text-decoration: none;
  text-transform: uppercase;
}
.contents .chapter { margin-top: .6rem; }
.contents .chapter > a, .contents .chapter > span { font-weight: 600; color: var(--ink); text-decoration: none; }
.contents .part > ol > li > a { display: block; padding: .2rem 0; }
.contents .chapter > ol > li > a, .contents > li > a {
  display: block;
  padding: .2rem .7rem;
  border-inline-start: 2px solid var(--line);
  color: var(--soft);
  text-decoration: none;
}
.contents a:hover { color: var(--accent) !important; }
.contents a[aria-current] { border-color: var(--accent) !important; color: var(--accent) !important; font-weight: 600; }
.toc { margin-top: 2.5rem; font: 1rem/1.5 var(--sans); }
.trail { margin: 0 0 .4rem; color: var(--soft); font: .85rem/1.4 var(--sans); }
h1, h2, h3, h4, h5, h6 { font-family: var(--sans); line-height: 1.25; margin: 2.2em 0 .6em; text-wrap: balance; }
h1 { font-size: 2rem; letter-spacing: -.015em; margin-top: 0; }
h2 { font-size: 1.4rem; letter-spacing: -.01em; }
h3 { font-size: 1.15rem; }
h4, h5, h6 { font-size: 1rem; }
p, ul, ol, blockquote, pre, .table { margin: 0 0 1.1em; }
main ul, main ol { padding-inline-start: 1.4em; }
main .contents, main .contents ol { padding: 0; }
li > p { margin-bottom: .5em; }
article li + li { margin-top: .25em; }
blockquote { margin-inline: 0; padding: .1em 1.1em; border-inline-start: 3px solid var(--line); color: var(--soft); }
blockquote > :last-child, .summary > :last-child { margin-bottom: 0; }
hr { border: 0; border-top: 1px solid var(--line); margin: 2.5em 0; }
img { display: block; max-width: 100%; height: auto; margin: 1.6em auto; border-radius: 4px; }
li img, td img { margin: .5em 0; }
.no-picture { color: var(--soft); font-style: italic; }
code { font-family: var(--mono); font-size: .86em; background: var(--code); padding: .12em .3em; border-radius: 3px; }
pre {
  overflow-x: auto;
  padding: .9rem 1.1rem;
  background: var(--code);
  border: 1px solid var(--line);
  border-radius: 6px;
  font: .86rem/1.55 var(--mono);
  tab-size: 4;
}
pre code { padding: 0; background: none; font-size: inherit; }
.plain { white-space: pre-wrap; }
.table { overflow-x: auto; font: .92rem/1.5 var(--sans); }
table { border-collapse: collapse; min-width: 60%; }
th, td { padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
th { border-bottom-width: 2px; font-weight: 650; }
.align-right { text-align: end; }
.align-center { text-align: center; }
.maths-display { display: block; overflow-x: auto; overflow-y: hidden; margin: 1.2em 0; padding: .2em 0; text-align: center; }
math { font-size: 1.08em; }
.summary { margin: 2.5rem 0 0; padding: 1.1rem 1.3rem; background: var(--accent-wash); border-radius: 6px; font: .97rem/1.6 var(--sans); }
.summary .label { margin: 0 0 .5em; color: var(--accent); font-size: .75rem; font-weight: 650; letter-spacing: .07em; text-transform: uppercase; }
.summary h2, .summary h3, .summary h4 { margin: 1em 0 .4em; font-size: 1.05rem; }
.ways { display: flex; flex-wrap: wrap; gap: .8rem; margin-top: 3.5rem; font: .95rem/1.4 var(--sans); }
.ways a { flex: 1 1 14rem; padding: .8rem 1rem; border: 1px solid var(--line); border-radius: 6px; text-decoration: none; }
.ways a:hover { border-color: var(--accent); }
.ways span { display: block; color: var(--soft); font-size: .8rem; }
.ways .next { text-align: end; }
.comment, .prolog, .doctype, .cdata { color: var(--soft); font-style: italic; }
.keyword, .atrule, .boolean, .important, .selector { color: var(--keyword); }
.string, .char, .attr-value, .inserted, .regex { color: var(--string); }
.number, .constant, .symbol, .property, .key { color: var(--number); }
.function, .class-name, .builtin, .tag { color: var(--function); }
.deleted { color: var(--accent); }
@media (min-width: 60rem) {
  .top { display: none; }
  .beside { display: grid; grid-template-columns: 18.5rem minmax(0, 1fr); }
  .beside main { grid-column: 2; grid-row: 1; }
  main { width: 100%; padding: 3.5rem 2.5rem 5rem; }
  .sidebar {
    grid-column: 1;
    grid-row: 1;
    position: sticky;
    top: 0;
    height: 100vh;
    overflow-y: auto;
    padding: 2.2rem 1.5rem 3rem 1.8rem;
    border-top: 0;
    border-inline-end: 1px solid var(--line);
  }
  .sidebar > .book { display: block; margin-bottom: 1.6rem; font-size: 1.05rem; line-height: 1.3; }
}
@media print {
  :root { --paper: #fff; --wash: #fff; --ink: #000; --soft: #444; --accent: #000; --accent-wash: #fff; --code: #fff; --line: #bbb; }
  body, .beside { display: block; font-size: 11pt; }
  .top, .sidebar, .ways, .skip { display: none; }
  main { max-width: none; padding: 0; }
  pre { white-space: pre-wrap; }
  h1, h2, h3, h4 { break-after: avoid; }
  pre, img, tr, .summary { break-inside: avoid; }
  .summary { border: 1px solid var(--line); }
}
`;
