const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

export function errorXml(code: string): string {
  return `${HEAD}<Error><Code>${code}</Code><Message>${code}</Message></Error>`;
}

/** An element of named texts, lists of elements given as ready XML. */
export function element(name: string, ...content: string[]): string {
  return `<${name}>${content.join('')}</${name}>`;
}

export function text(name: string, value: string | number | boolean): string {
  return element(name, escaped(String(value)));
}

export function documentOf(name: string, ...content: string[]): string {
  return `${HEAD}${element(name, ...content)}`;
}

export function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
