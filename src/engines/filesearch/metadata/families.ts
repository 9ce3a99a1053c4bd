import { basename, extname } from 'node:path';
import { documentFormat, isOffice, type OfficeFormat } from '../types/document-format.ts';

export type Family = 'image' | 'media' | OfficeFormat;

const IMAGE =
  /[.-](?:image|a?png|jpe?g|jpe|jfif|gif|tiff?|webp|hei[cf]s?|avifs?|bmp|dib|ico|icns|svgz?|psd|photoshop|jxl|jp2|j2k|jpeg-\w+|dng|cr[23]|nef|arw|orf|rw2|raf|pef|srw)(?:[.-]|$)/;
const MEDIA =
  /[.-](?:audio|movie|video|mp[34g]|mpeg|mpeg-4|m4[abv]|mov|qt|quicktime|3gpp?2?|wave?|waveform|aif[fc]?|aac|flac|ogg|oga|ogv|opus|wma|wmv|asf|avi|mkv|mka|matroska|webm|ape|wv|mpc|dsf)(?:[.-]|$)/;

const DOCUMENT_TYPES: ReadonlyMap<string, OfficeFormat> = new Map([
  ['com.adobe.pdf', 'pdf'],
  ['org.openxmlformats.wordprocessingml.document', 'docx'],
  ['org.openxmlformats.spreadsheetml.sheet', 'xlsx'],
  ['org.openxmlformats.presentationml.presentation', 'pptx'],
  ['org.oasis-open.opendocument.text', 'odt'],
  ['org.oasis-open.opendocument.spreadsheet', 'ods'],
  ['org.oasis-open.opendocument.presentation', 'odp'],
  ['org.idpf.epub-container', 'epub'],
]);

/** Which reader understands a file: by its content type first, then by its extension. */
export function familyOf(path: string, contentType: string): Family | undefined {
  const extension = extname(path).toLowerCase();
  return (
    DOCUMENT_TYPES.get(contentType) ??
    byName(`.${contentType.toLowerCase()}`) ??
    officeFormat(path) ??
    (isText(contentType) ? undefined : byName(extension))
  );
}

function byName(name: string): Family | undefined {
  if (IMAGE.test(name)) return 'image';
  return MEDIA.test(name) ? 'media' : undefined;
}

/** TypeScript has an extension that it shares with videos; a note may be called anything. */
function isText(contentType: string): boolean {
  return /text|source|script|json|xml|markdown/.test(contentType);
}

function officeFormat(path: string): OfficeFormat | undefined {
  const format = documentFormat(basename(path));
  return format && isOffice(format) ? format : undefined;
}
