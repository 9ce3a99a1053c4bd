import { escapeXml, XML } from './text.js';
import { zip } from './zip.js';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument';

const relations = (...list) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${list
    .map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** What every package of this family has: its list of types, its root relations and its properties. */
function packaged(main, mainType, { title, author }, parts, overrides = []) {
  const override = ([name, type]) => `<Override PartName="/${name}" ContentType="${type}"/>`;
  const types =
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>${[[main, mainType], ...overrides].map(override).join('')}</Types>`;
  const core =
    `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">` +
    `<dc:title>${escapeXml(title ?? '')}</dc:title><dc:creator>${escapeXml(author ?? '')}</dc:creator></cp:coreProperties>`;
  const root = relations(
    [`${OFFICE}/officeDocument`, main],
    [`${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'],
  );
  return zip([['[Content_Types].xml', types], ['_rels/.rels', root], ['docProps/core.xml', core], ...parts]);
}

export function docx(document) {
  const paragraph = (text, style) =>
    `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`;
  const body = [
    ...(document.title ? [paragraph(document.title, 'Title')] : []),
    ...document.paragraphs.map((text) =>
      text.startsWith('# ') ? paragraph(text.slice(2), 'Heading1') : paragraph(text),
    ),
  ];
  const main = `${XML}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body.join('')}</w:body></w:document>`;
  return packaged('word/document.xml', `${TYPE}.wordprocessingml.document.main+xml`, document, [
    ['word/document.xml', main],
  ]);
}

export function xlsx(document) {
  const strings = [...new Set(document.rows.flat())];
  const place = new Map(strings.map((text, index) => [text, index]));
  const rows = document.rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((cell, column) => `<c r="${String.fromCharCode(65 + column)}${row + 1}" t="s"><v>${place.get(cell)}</v></c>`).join('')}</row>`,
  );
  const space = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const sheet = escapeXml((document.sheet ?? 'Sheet1').slice(0, 30));
  return packaged(
    'xl/workbook.xml',
    `${TYPE}.spreadsheetml.sheet.main+xml`,
    document,
    [
      [
        'xl/workbook.xml',
        `${XML}<workbook xmlns="${space}" xmlns:r="${OFFICE}"><sheets><sheet name="${sheet}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ],
      [
        'xl/_rels/workbook.xml.rels',
        relations([`${OFFICE}/worksheet`, 'worksheets/sheet1.xml'], [`${OFFICE}/sharedStrings`, 'sharedStrings.xml']),
      ],
      [
        'xl/worksheets/sheet1.xml',
        `${XML}<worksheet xmlns="${space}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
      ],
      [
        'xl/sharedStrings.xml',
        `${XML}<sst xmlns="${space}">${strings.map((text) => `<si><t>${escapeXml(text)}</t></si>`).join('')}</sst>`,
      ],
    ],
    [
      ['xl/worksheets/sheet1.xml', `${TYPE}.spreadsheetml.worksheet+xml`],
      ['xl/sharedStrings.xml', `${TYPE}.spreadsheetml.sharedStrings+xml`],
    ],
  );
}

export function pptx(document) {
  const draw = 'http://schemas.openxmlformats.org/drawingml/2006/main';
  const show = 'http://schemas.openxmlformats.org/presentationml/2006/main';
  const shape = (text) =>
    `<p:sp><p:txBody><a:bodyPr/><a:p><a:r><a:t>${escapeXml(text)}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const slides = [[document.title ?? ''], ...document.paragraphs.map((text) => [text.replace(/^# /, '')])];
  const name = (index) => `slides/slide${index + 1}.xml`;
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`).join('');
  return packaged(
    'ppt/presentation.xml',
    `${TYPE}.presentationml.presentation.main+xml`,
    document,
    [
      [
        'ppt/presentation.xml',
        `${XML}<p:presentation xmlns:p="${show}" xmlns:r="${OFFICE}"><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`,
      ],
      ['ppt/_rels/presentation.xml.rels', relations(...slides.map((_, index) => [`${OFFICE}/slide`, name(index)]))],
      ...slides.map((texts, index) => [
        `ppt/${name(index)}`,
        `${XML}<p:sld xmlns:p="${show}" xmlns:a="${draw}"><p:cSld><p:spTree>${texts.map(shape).join('')}</p:spTree></p:cSld></p:sld>`,
      ]),
    ],
    slides.map((_, index) => [`ppt/${name(index)}`, `${TYPE}.presentationml.slide+xml`]),
  );
}

const ODF = 'urn:oasis:names:tc:opendocument:xmlns';
const SPACES =
  `xmlns:office="${ODF}:office:1.0" xmlns:text="${ODF}:text:1.0" xmlns:table="${ODF}:table:1.0" ` +
  `xmlns:meta="${ODF}:meta:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"`;

function openDocument(kind, { title, author }, body) {
  const type = `application/vnd.oasis.opendocument.${kind}`;
  const entry = (path, media) => `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${media}"/>`;
  return zip([
    ['=mimetype', type],
    [
      'content.xml',
      `${XML}<office:document-content ${SPACES} office:version="1.2"><office:body>${body}</office:body></office:document-content>`,
    ],
    [
      'meta.xml',
      `${XML}<office:document-meta ${SPACES} office:version="1.2"><office:meta><dc:title>${escapeXml(title ?? '')}</dc:title>` +
        `<meta:initial-creator>${escapeXml(author ?? '')}</meta:initial-creator><dc:creator>${escapeXml(author ?? '')}</dc:creator></office:meta></office:document-meta>`,
    ],
    [
      'META-INF/manifest.xml',
      `${XML}<manifest:manifest xmlns:manifest="${ODF}:manifest:1.0">${entry('/', type)}${entry('content.xml', 'text/xml')}${entry('meta.xml', 'text/xml')}</manifest:manifest>`,
    ],
  ]);
}

export function odt(document) {
  const lines = [
    ...(document.title ? [`<text:h text:outline-level="1">${escapeXml(document.title)}</text:h>`] : []),
    ...document.paragraphs.map((text) =>
      text.startsWith('# ')
        ? `<text:h text:outline-level="2">${escapeXml(text.slice(2))}</text:h>`
        : `<text:p>${escapeXml(text)}</text:p>`,
    ),
  ];
  return openDocument('text', document, `<office:text>${lines.join('')}</office:text>`);
}

export function ods(document) {
  const cell = (text) =>
    `<table:table-cell office:value-type="string"><text:p>${escapeXml(text)}</text:p></table:table-cell>`;
  const rows = document.rows.map((cells) => `<table:table-row>${cells.map(cell).join('')}</table:table-row>`);
  const table = `<table:table table:name="${escapeXml(document.sheet ?? 'Sheet1')}">${rows.join('')}</table:table>`;
  return openDocument('spreadsheet', document, `<office:spreadsheet>${table}</office:spreadsheet>`);
}

export function epub({ title, author, paragraphs }) {
  const chapters = [];
  for (let at = 0; at < paragraphs.length; at += 3) chapters.push(paragraphs.slice(at, at + 3));
  const page = (texts, index) =>
    `${XML}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${escapeXml(title)}</title></head><body><h1>Chapter ${index + 1}</h1>` +
    `${texts.map((text) => `<p>${escapeXml(text)}</p>`).join('')}</body></html>`;
  const items = chapters.map(
    (_, index) => `<item id="c${index}" href="c${index}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const spine = chapters.map((_, index) => `<itemref idref="c${index}"/>`);
  return zip([
    ['=mimetype', 'application/epub+zip'],
    [
      'META-INF/container.xml',
      `${XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    ],
    [
      'OEBPS/book.opf',
      `${XML}<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">x</dc:identifier>` +
        `<dc:title>${escapeXml(title)}</dc:title><dc:creator>${escapeXml(author ?? '')}</dc:creator><dc:language>en</dc:language></metadata><manifest>${items.join('')}</manifest><spine>${spine.join('')}</spine></package>`,
    ],
    ...chapters.map((texts, index) => [`OEBPS/c${index}.xhtml`, page(texts, index)]),
  ]);
}
