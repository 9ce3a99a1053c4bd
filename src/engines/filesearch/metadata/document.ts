import { Archive } from '../documents/archive.ts';
import { packageOf } from '../documents/epub.ts';
import { LIMITS } from '../documents/limits.ts';
import { pdfProperties } from '../documents/pdf.ts';
import { valuesIn } from '../documents/properties.ts';
import { walkXml } from '../documents/xml.ts';
import type { OfficeFormat } from '../types/document-format.ts';
import type { RegularFile } from './regular-file.ts';
import { type Attributes, people, present } from './values.ts';

/** What a document says about itself: pages, title, authors, and the program that made it. */
export async function documentAttributes(file: RegularFile, format: OfficeFormat): Promise<Attributes> {
  const bytes = await file.whole(LIMITS.documentBytes);
  if (format === 'pdf') return pdfAttributes(bytes);
  const archive = await Archive.open(bytes);
  if (format === 'epub') return bookAttributes(await archive.read(await packageOf(archive)));
  const meta = await archive.find('meta.xml');
  return meta === undefined ? officeAttributes(archive) : openDocumentAttributes(meta);
}

async function pdfAttributes(bytes: Uint8Array): Promise<Attributes> {
  const { pages, info } = await pdfProperties(bytes);
  return present({
    kMDItemNumberOfPages: pages,
    kMDItemTitle: info.Title,
    kMDItemAuthors: people(info.Author),
    kMDItemCreator: info.Creator,
  });
}

async function officeAttributes(archive: Archive): Promise<Attributes> {
  const core = valuesIn((await archive.find('docProps/core.xml')) ?? '');
  const app = valuesIn((await archive.find('docProps/app.xml')) ?? '');
  return present({
    kMDItemNumberOfPages: count(app.first('Pages') ?? app.first('Slides')),
    kMDItemTitle: core.first('title'),
    kMDItemAuthors: people(core.first('creator')),
    kMDItemCreator: app.first('Application'),
  });
}

function openDocumentAttributes(meta: string): Attributes {
  const { first } = valuesIn(meta);
  let pages: string | undefined;
  walkXml(meta, {
    open(name, attribute) {
      if (name === 'document-statistic') pages ??= attribute('page-count');
    },
  });
  return present({
    kMDItemNumberOfPages: count(pages),
    kMDItemTitle: first('title'),
    kMDItemAuthors: people(first('initial-creator') ?? first('creator')),
    kMDItemCreator: first('generator'),
  });
}

function bookAttributes(description: string): Attributes {
  const { first, all } = valuesIn(description);
  return present({ kMDItemTitle: first('title'), kMDItemAuthors: all('creator') });
}

function count(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
