import { html } from './text.js';

/**
 * A mail. `style` says how its text travels: `plain`, `quoted` (quoted-printable), `base64`, `html` (no other part) or `both`.
 * Attachments are `[name, content]` pairs.
 */
export function mail({ from, to, subject, date, paragraphs, style = 'plain', attachments = [] }) {
  const head = [
    `From: ${mailbox(from)}`,
    `To: ${mailbox(to)}`,
    `Subject: ${encodedWord(subject)}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${date.getTime().toString(36)}.${subject.length}@mail.invalid>`,
    'MIME-Version: 1.0',
  ];
  const text = `${paragraphs.join('\r\n\r\n')}\r\n`;
  const page = html({ title: subject, paragraphs });
  const bodies = {
    plain: () => part('text/plain; charset=utf-8', '8bit', text),
    quoted: () => part('text/plain; charset=utf-8', 'quoted-printable', quotedPrintable(text)),
    base64: () => part('text/plain; charset=utf-8', 'base64', base64(text)),
    html: () => part('text/html; charset=utf-8', 'quoted-printable', quotedPrintable(page)),
    both: () =>
      multipart('alternative', 'alt', [
        part('text/plain; charset=utf-8', 'quoted-printable', quotedPrintable(text)),
        part('text/html; charset=utf-8', 'base64', base64(page)),
      ]),
  };
  const body = bodies[style]();
  const files = attachments.map(([name, content]) =>
    part(`application/octet-stream; name="${name}"`, 'base64', base64(content), [
      `Content-Disposition: attachment; filename="${name}"`,
    ]),
  );
  const whole = files.length > 0 ? multipart('mixed', 'mix', [body, ...files]) : body;
  return `${[...head, whole].join('\r\n')}\r\n`;
}

/** An mbox of such mails. */
export function mbox(mails) {
  const one = (message) =>
    `From nobody@mail.invalid ${message.date.toUTCString()}\n${mail(message)
      .replaceAll('\r\n', '\n')
      .replaceAll(/^From /gm, '>From ')}\n`;
  return mails.map((message) => one(message).replace(/^>From /, 'From ')).join('');
}

const part = (type, encoding, content, more = []) =>
  [`Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, ...more, '', content].join('\r\n');

function multipart(kind, name, parts) {
  const boundary = `=_${name}_7f3a91`;
  const lines = parts.map((content) => `--${boundary}\r\n${content}`).join('\r\n');
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${lines}\r\n--${boundary}--\r\n`;
}

function mailbox(name) {
  const address = name
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z ]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(' ', '.');
  return `${encodedWord(name)} <${address}@mail.invalid>`;
}

const isAscii = (text) => /^[\x20-\x7e]*$/.test(text);

/** Encoded words of up to thirty characters, as programs for mail make them for what is not ASCII. */
function encodedWord(text) {
  if (isAscii(text)) return text;
  const pieces = text.match(/.{1,30}/gsu);
  return pieces.map((piece) => `=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=`).join('\r\n ');
}

const base64 = (content) =>
  Buffer.from(content)
    .toString('base64')
    .replaceAll(/(.{76})/g, '$1\r\n');

function quotedPrintable(text) {
  const encodedLine = (line) => {
    const signs = [...Buffer.from(line)].map((byte) =>
      byte === 0x3d || byte > 0x7e || byte < 0x20
        ? `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
        : String.fromCharCode(byte),
    );
    const lines = [''];
    for (const sign of signs) {
      if (lines.at(-1).length + sign.length > 74) lines.push('');
      lines[lines.length - 1] += sign;
    }
    return lines.join('=\r\n');
  };
  return text.split(/\r?\n/).map(encodedLine).join('\r\n');
}
