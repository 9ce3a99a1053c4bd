import type { Book } from '../book/book.ts';
import { type Folder, isFolder, type Page } from '../book/book-tree.ts';
import { escaped } from '../book/plain-text.ts';
import { firstPage } from '../html/contents.ts';
import { languageAttributes } from '../html/page.ts';

/** The file of a page, below `OEBPS/`. */
type FileOf = (page: Page) => string;

/** The contents as readers of EPUB 3 show them. */
export function navigationDocument({ root, title, language }: Book, fileOf: FileOf): string {
  return xhtml(
    language,
    title,
    `<nav epub:type="toc" id="toc" role="doc-toc">
<h1>${escaped(title)}</h1>
<ol>
${entries(root, fileOf)}</ol>
</nav>
`,
  );
}

function entries(root: Folder, fileOf: FileOf): string {
  const intro = root.intro ? `<li>${link(root.intro, root.intro.title, fileOf)}</li>\n` : '';
  return intro + root.children.map((child) => entry(child, fileOf)).join('');
}

function entry(child: Folder | Page, fileOf: FileOf): string {
  if (!isFolder(child)) return `<li>${link(child, child.title, fileOf)}</li>\n`;
  const inside = child.children.map((one) => entry(one, fileOf)).join('');
  const label = child.intro ? link(child.intro, child.label, fileOf) : `<span>${escaped(child.label)}</span>`;
  return inside === '' ? `<li>${label}</li>\n` : `<li>${label}\n<ol>\n${inside}</ol>\n</li>\n`;
}

function link(page: Page, label: string, fileOf: FileOf): string {
  return `<a href="${fileOf(page)}">${escaped(label)}</a>`;
}

/** The same for readers of EPUB 2. */
export function navigationControl({ root, title }: Book, identifier: string, fileOf: FileOf): string {
  let order = 0;
  const point = (child: Folder | Page): string => {
    const page = isFolder(child) ? (child.intro ?? firstPage(child)) : child;
    if (page === undefined) return '';
    const label = escaped(isFolder(child) ? child.label : child.title);
    const head = `<navPoint id="point-${++order}"><navLabel><text>${label}</text></navLabel><content src="${fileOf(page)}"/>`;
    return `${head}${isFolder(child) ? child.children.map(point).join('') : ''}</navPoint>\n`;
  };
  const points = [...(root.intro ? [root.intro] : []), ...root.children].map(point).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">
<head><meta name="dtb:uid" content="${identifier}"/></head>
<docTitle><text>${escaped(title)}</text></docTitle>
<navMap>
${points}</navMap>
</ncx>
`;
}

/** A document of the publication. */
export function xhtml(language: string, title: string, body: string): string {
  const tongue = languageAttributes(language);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" ${tongue} xml:lang="${escaped(language)}">
<head><meta charset="utf-8"/><title>${escaped(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>
${body}</body>
</html>
`;
}
