import { sha256 } from '../../model/files.ts';
import { escaped } from '../book/plain-text.ts';

/** A file of the publication, beside those that every one has. */
export interface ManifestItem {
  readonly id: string;
  /** Below `OEBPS/`. */
  readonly file: string;
  readonly type: string;
  readonly properties?: string | undefined;
  /** Whether readers come to it when they turn pages. */
  readonly isRead?: boolean;
}

export interface Publication {
  readonly identifier: string;
  readonly title: string;
  readonly language: string;
  /** Without parts of a second. */
  readonly modified: string;
}

export const CONTAINER = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

/** A UUID that is always the same for the same state of the same book. */
export function identifierOf(book: string, state: string): string {
  const hex = sha256(`${book}\n${state}`);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0b11) | 0b1000).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`];
  return `urn:uuid:${[...parts, hex.slice(20, 32)].join('-')}`;
}

export function packageDocument(publication: Publication, items: readonly ManifestItem[]): string {
  const { identifier, title, language, modified } = publication;
  const manifest = items.map(
    ({ id, file, type, properties }) =>
      `<item id="${id}" href="${address(file)}" media-type="${type}"${properties ? ` properties="${properties}"` : ''}/>`,
  );
  const spine = items.filter(({ isRead }) => isRead).map(({ id }) => `<itemref idref="${id}"/>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${escaped(language)}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">${identifier}</dc:identifier>
<dc:title>${escaped(title)}</dc:title>
<dc:language>${escaped(language)}</dc:language>
<meta property="dcterms:modified">${modified}</meta>
</metadata>
<manifest>
${manifest.join('\n')}
</manifest>
<spine toc="ncx">
${spine.join('\n')}
</spine>
</package>
`;
}

export function address(file: string): string {
  return file.split('/').map(encodeURIComponent).join('/');
}
