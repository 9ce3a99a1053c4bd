import type { Library } from '../../commit/library.ts';
import type { Book } from '../book/book.ts';
import { baseOf, type Folder, folderOf, isFolder, numberOf, type Page } from '../book/book-tree.ts';
import { fieldOf, isPlainMatter } from '../book/front-matter-fields.ts';
import { relativeAddress } from '../book/links.ts';
import { OutputNames } from '../book/output-names.ts';
import { assetFile, fixedText, type OutputFile, textFile } from '../out/output-file.ts';
import { configuration, packageFile, SIDEBARS, STYLES } from './docusaurus-config.ts';
import { SourcePages } from './source-pages.ts';

/** A book as sources for Docusaurus, ready for `npm install` and `npm run build`. */
export async function docusaurus(book: Book, library: Library): Promise<OutputFile[]> {
  const sources = new SourcePages(book, new OutputNames(), (path) => path.replace(/^content\//, 'docs/'));
  const texts = book.pages.flatMap((page) => (page.summary ? [page, page.summary] : page));
  const hasMaths = texts.some(({ facts }) => facts.hasMaths);
  const options = { ...book, hasMaths, keepsNumbers: hasTwins(texts) };
  return [
    fixedText('package.json', packageFile(options)),
    fixedText('docusaurus.config.js', configuration(options)),
    fixedText('sidebars.js', SIDEBARS),
    ...(hasMaths ? [fixedText('src/css/custom.css', STYLES)] : []),
    ...(book.root.intro ? [] : [home(book, sources)]),
    ...categories(book.root, sources),
    ...texts.map((page) => lesson(page, page === book.root.intro, sources)),
    ...book.assets.map((row) => assetFile(library, row, sources.fileOf(row.path))),
  ];
}

/** Whether two texts of a folder, or two folders, differ in their numbers only: sites leave these out of addresses. */
function hasTwins(texts: readonly Page[]): boolean {
  const seen = new Map<string, string>();
  const nameOf = (path: string): string => {
    if (path === 'content') return '';
    return `${nameOf(folderOf(path))}/${baseOf(path).replace(/^\d+\s*[-_.]+\s*/, '')}`.toLowerCase();
  };
  const paths = texts.flatMap(({ path }) => {
    const ways: string[] = [];
    for (let at = path; at !== 'content'; at = folderOf(at)) ways.push(at);
    return ways;
  });
  return paths.some((path) => (seen.get(nameOf(path)) ?? path) !== path || !seen.set(nameOf(path), path));
}

/** A site needs a first page. */
function home(book: Book, sources: SourcePages): OutputFile {
  const file = sources.fileOf('content/README.md');
  const line = (child: Folder | Page, depth: number): string[] => {
    const start = `${'  '.repeat(depth)}- `;
    if (!isFolder(child))
      return [`${start}[${words(child.title)}](${relativeAddress(file, sources.fileOf(child.path))})`];
    return [`${start}${words(child.label)}`, ...child.children.flatMap((one) => line(one, depth + 1))];
  };
  const matter = `---\ntitle: ${quoted(book.title)}\nslug: /\nsidebar_position: 0\n---\n`;
  return fixedText(file, `${matter}\n${book.root.children.flatMap((child) => line(child, 0)).join('\n')}\n`);
}

/** What Docusaurus reads about each folder. */
function categories(folder: Folder, sources: SourcePages): OutputFile[] {
  return folder.children.filter(isFolder).flatMap((child, at) => {
    const file = `${folderOf(sources.fileOf(`${child.path}/README.md`))}/_category_.json`;
    const position = numberOf(child.path) ?? 1000 + at;
    const told = { label: child.label, position, ...(!child.intro && { link: { type: 'generated-index' } }) };
    return [fixedText(file, `${JSON.stringify(told, undefined, 2)}\n`), ...categories(child, sources)];
  });
}

/** Front matter is kept where every reader takes it for the same; title and position are added where they are missing. */
function lesson(page: Page, isHome: boolean, sources: SourcePages): OutputFile {
  const isSummary = page.path.endsWith('.summary.md');
  const make = async () => {
    const { matter, markdown } = await sources.text(page);
    const kept = matter !== '' && isPlainMatter(matter) ? matter.split(/\r\n?|\n/).slice(1, -2) : [];
    const own = `${kept.join('\n')}\n`;
    const number = numberOf(page.path);
    const added = {
      title: quoted(page.title),
      slug: isHome ? '/' : undefined,
      sidebar_label: isSummary ? quoted(`Summary: ${page.title}`) : undefined,
      sidebar_position: number === undefined ? undefined : String(number + (isSummary ? 0.5 : 0)),
    };
    const lines = Object.entries(added).flatMap(([name, value]) =>
      value === undefined || fieldOf(own, name) !== undefined ? [] : `${name}: ${value}`,
    );
    return `---\n${[...kept, ...lines].join('\n')}\n---\n\n${markdown}`;
  };
  const inputs = [page.row.sha256, page.title, isHome, [...sources.changes(page)]];
  return textFile(sources.fileOf(page.path), inputs, make, page.path);
}

/** JSON is YAML where no character is beyond both. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(/[\u007f-\u009f\u2028\u2029\ufeff]/g, ' ');
}

function words(title: string): string {
  return title.replaceAll(/[\\`*_{}[\]<>()#+\-.!|~$&:]/g, (found) => `\\${found}`);
}
