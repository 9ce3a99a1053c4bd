/** Text for XML and HTML. */
export const escapeXml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A document as all formats take it: title, author, paragraphs; a paragraph that begins with `# ` is a heading. */
export function plainText({ title, author, paragraphs }) {
  return `${[title, author && `By ${author}`, ...paragraphs.map(withoutMark)].filter(Boolean).join('\n\n')}\n`;
}

export function markdown({ title, author, paragraphs }) {
  const head = [title && `# ${title}`, author && `*${author}*`].filter(Boolean);
  return `${[...head, ...paragraphs.map((text) => text.replace(/^# /, '## '))].join('\n\n')}\n`;
}

export function html({ title, author, paragraphs }) {
  const body = paragraphs.map((text) =>
    text.startsWith('# ') ? `<h2>${escapeXml(text.slice(2))}</h2>` : `<p>${escapeXml(text)}</p>`,
  );
  const meta = author ? `<meta name="author" content="${escapeXml(author)}">` : '';
  const heading = title ? `<h1>${escapeXml(title)}</h1>` : '';
  return `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>${escapeXml(title ?? 'Untitled')}</title>${meta}
<style>body { margin: 2em auto; max-width: 40em }</style><script>window.dataLayer = []; track("view");</script></head>
<body><nav><a href="/">Home</a> <a href="/about">About</a></nav>
${heading}
${body.join('\n')}
<footer>Printed from the web</footer></body></html>
`;
}

export function rtf({ title, author, paragraphs }) {
  const escape = (text) =>
    text
      .replaceAll(/[\\{}]/g, String.raw`\$&`)
      .replaceAll(/[^\x20-\x7e]/g, (sign) =>
        sign.codePointAt(0) < 256
          ? `\\'${sign.codePointAt(0).toString(16).padStart(2, '0')}`
          : `\\u${sign.codePointAt(0)}?`,
      );
  const info = `{\\info${title ? `{\\title ${escape(title)}}` : ''}${author ? `{\\author ${escape(author)}}` : ''}}`;
  const lines = [
    ...(title ? [`{\\b\\fs32 ${escape(title)}}`] : []),
    ...paragraphs.map((text) => escape(withoutMark(text))),
  ];
  return `{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Times New Roman;}{\\f1 Arial;}}${info}\\f0\\fs24\n${lines.join('\\par\n')}\\par\n}\n`;
}

export function notebook({ title, author, paragraphs }) {
  const cells = [
    { cell_type: 'markdown', metadata: {}, source: [`# ${title ?? 'Untitled'}\n`, author ? `by ${author}` : ''] },
    ...paragraphs.flatMap((text, index) => [
      { cell_type: 'markdown', metadata: {}, source: [text] },
      {
        cell_type: 'code',
        execution_count: index + 1,
        metadata: {},
        outputs: [{ output_type: 'stream', name: 'stdout', text: [`(${(index + 3) * 17}, 4)\n`] }],
        source: [
          'import pandas as pd\n',
          `frame_${index} = pd.read_csv("part_${index}.csv")\n`,
          `print(frame_${index}.shape)`,
        ],
      },
    ]),
  ];
  const kernel = { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' } };
  return JSON.stringify({ cells, metadata: kernel, nbformat: 4, nbformat_minor: 5 }, undefined, 1);
}

/** A table: the title is a row of its own only where the format has no other place for it. */
export function csv({ rows }) {
  return `${rows.map((row) => row.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')).join('\r\n')}\r\n`;
}

export function calendar({ title, paragraphs, place = '', day }) {
  const fold = (line) => line.replaceAll(/(.{70})(?=.)/gu, '$1\r\n ');
  const escape = (text) => text.replaceAll(/[,;\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Pinboard//Calendar 4.1//EN',
    'BEGIN:VEVENT',
    `UID:${day.replaceAll('-', '')}-${Buffer.from(title).toString('hex').slice(0, 16)}`,
    `DTSTART:${day.replaceAll('-', '')}T160000Z`,
    `SUMMARY:${escape(title)}`,
    `LOCATION:${escape(place)}`,
    `DESCRIPTION:${escape(paragraphs.join('\n'))}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

export function contact({ name, mail, phone, company, note }) {
  const parts = name.split(' ');
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${parts.slice(1).join(' ')};${parts[0]};;;`,
    `FN:${name}`,
    `ORG:${company}`,
    `EMAIL;TYPE=INTERNET:${mail}`,
    `TEL;TYPE=CELL:${phone}`,
    `NOTE:${note}`,
    'END:VCARD',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

const withoutMark = (text) => text.replace(/^# /, '');
