import { type Folder, isFolder, type Page } from '../book/book-tree.ts';
import { escaped } from '../book/plain-text.ts';

export interface PageParts {
  readonly language: string;
  readonly bookTitle: string;
  readonly title: string;
  /** The way back to the folder of the export, such as `../../`. */
  readonly up: string;
  /** The first page has none: it is the list of contents itself. */
  readonly sidebar?: string;
  readonly main: string;
}

const RIGHT_TO_LEFT = /^(?:ar|arc|ckb|dv|fa|he|ps|sd|ug|ur|yi)(?:-|$)/;

/** The attributes that tell the language of a document. */
export function languageAttributes(language: string): string {
  const direction = RIGHT_TO_LEFT.test(language) ? ' dir="rtl"' : '';
  return `lang="${escaped(language)}"${direction}`;
}

/** A page that needs nothing but its style: no script, nothing from elsewhere, which its policy says as well. */
export function htmlPage({ language, bookTitle, title, up, sidebar, main }: PageParts): string {
  const heading = title === bookTitle ? bookTitle : `${title} – ${bookTitle}`;
  const home = `<a class="book" href="${up}index.html">${escaped(bookTitle)}</a>`;
  return `<!doctype html>
<html ${languageAttributes(language)}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self' data:; media-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="quartet books export">
<title>${escaped(heading)}</title>
<link rel="stylesheet" href="${up}style.css">
</head>
${sidebar === undefined ? `<body>\n<main id="text">\n${main}</main>` : besideContents(main, sidebar, home)}
</body>
</html>
`;
}

function besideContents(main: string, sidebar: string, home: string): string {
  return `<body class="beside">
<a class="skip" href="#text">Skip to the text</a>
<header class="top">
${home}
<a href="#contents">Contents</a>
</header>
<main id="text">
${main}</main>
<nav class="sidebar" id="contents" aria-label="Contents">
${home}
${sidebar}</nav>`;
}

/** Where a page is in the book: its part and its chapter. */
export function trail(root: Folder, page: Page): string {
  const labels: string[] = [];
  for (let folder: Folder | undefined = root; folder; ) {
    folder = folder.children.filter(isFolder).find(({ path }) => page.path.startsWith(`${path}/`));
    if (folder) labels.push(folder.label);
  }
  return labels.length === 0 ? '' : `<p class="trail">${labels.map(escaped).join(' <span>›</span> ')}</p>\n`;
}
