/** Little, since readers choose their own letters and colours. */
export const EPUB_STYLE = `body { line-height: 1.5; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; page-break-after: avoid; }
img { max-width: 100%; }
pre { white-space: pre-wrap; overflow-wrap: break-word; font-size: 0.85em; padding: 0.6em; border: 1px solid #999; }
code { font-family: monospace; }
table { border-collapse: collapse; }
th, td { padding: 0.3em 0.6em; border: 1px solid #999; text-align: left; vertical-align: top; }
.align-right { text-align: right; }
.align-center { text-align: center; }
blockquote { margin: 1em 0; padding-left: 1em; border-left: 3px solid #999; }
.maths-display { display: block; margin: 1em 0; text-align: center; }
.summary { margin: 1.5em 0; padding: 0.6em 1em; border: 1px solid #999; }
.summary .label { font-weight: bold; margin: 0 0 0.5em; }
.no-picture { font-style: italic; }
.comment { font-style: italic; }
.keyword { font-weight: bold; }
`;
