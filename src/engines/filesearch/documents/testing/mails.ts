const CRLF = '\r\n';

/** A mail of these headers and lines. */
export function mail(headers: Readonly<Record<string, string>>, ...body: readonly string[]): string {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [...head, '', ...body].join(CRLF);
}

/** A part between others, or all of them. */
export function multipart(subtype: string, boundary: string, parts: readonly string[]): string {
  const lines = parts.flatMap((part) => [`--${boundary}`, part]);
  return mail({ 'Content-Type': `multipart/${subtype}; boundary="${boundary}"` }, ...lines, `--${boundary}--`, '');
}

export function inBase64(text: string, type: string, more: Readonly<Record<string, string>> = {}): string {
  const lines = Buffer.from(text).toString('base64').replaceAll(/.{76}/g, `$&${CRLF}`);
  return mail({ 'Content-Type': type, 'Content-Transfer-Encoding': 'base64', ...more }, lines);
}
