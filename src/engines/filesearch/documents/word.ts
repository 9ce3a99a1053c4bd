import type { Archive } from './archive.ts';
import { mainPart } from './parts.ts';
import { TextSink } from './text-sink.ts';
import { walkXml } from './xml.ts';

const BESIDE_THE_BODY = /^word\/(?:header|footer|footnotes|endnotes|comments)\d*\.xml$/;

/** The text of a Word document: its body, then notes, comments, headers and footers. */
export async function wordText(archive: Archive): Promise<string> {
  const sink = new TextSink();
  addParagraphs(await archive.read(await mainPart(archive, 'word/document.xml')), sink);
  for (const name of archive.names.filter((each) => BESIDE_THE_BODY.test(each)).sort()) {
    addParagraphs(await archive.read(name), sink);
  }
  return sink.text();
}

/** A drawing's fallback says the same once more, for old programs; the fields of slides are their number and the date. */
const UNSEEN = new Set(['Fallback', 'fld']);

/** The paragraphs of Word and PowerPoint markup, a line each. */
export function addParagraphs(xml: string, sink: TextSink): void {
  let inText = false;
  let unseen = 0;
  walkXml(xml, {
    open(name) {
      if (UNSEEN.has(name)) unseen++;
      else if (unseen > 0) return;
      else if (name === 't') inText = true;
      else if (name === 'tab') sink.add('\t');
      else if (name === 'br' || name === 'cr') sink.endLine();
      else if (name === 'noBreakHyphen') sink.add('-');
    },
    close(name) {
      if (UNSEEN.has(name)) unseen = Math.max(0, unseen - 1);
      else if (name === 't') inText = false;
      else if (name === 'p' && unseen === 0) sink.endLine();
    },
    text(text) {
      if (inText && unseen === 0) sink.add(text);
    },
  });
}
