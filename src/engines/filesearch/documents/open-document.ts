import type { Archive } from './archive.ts';
import { TextSink } from './text-sink.ts';
import { walkXml } from './xml.ts';

const MAX_SPACES = 1000;

/** The text of an OpenDocument file: paragraphs, headings and cells, a line each. */
export async function openDocumentText(archive: Archive): Promise<string> {
  const manifest = (await archive.find('META-INF/manifest.xml')) ?? '';
  if (manifest.includes('encryption-data')) throw new Error('The document is encrypted.');
  const sink = new TextSink();
  addText(await archive.read('content.xml'), sink);
  return sink.text();
}

function addText(xml: string, sink: TextSink): void {
  let paragraphs = 0;
  let deleted = 0;
  walkXml(xml, {
    open(name, attribute) {
      if (name === 'tracked-changes') deleted++;
      else if (deleted > 0) return;
      else if (name === 'p' || name === 'h') paragraphs++;
      else if (name === 's') sink.add(' '.repeat(spaces(attribute('c'))));
      else if (name === 'tab') sink.add('\t');
      else if (name === 'line-break') sink.endLine();
    },
    close(name) {
      if (name === 'tracked-changes') deleted = Math.max(0, deleted - 1);
      else if (deleted === 0 && (name === 'p' || name === 'h')) {
        paragraphs = Math.max(0, paragraphs - 1);
        sink.endLine();
      }
    },
    text(text) {
      if (paragraphs > 0 && deleted === 0) sink.add(text);
    },
  });
}

function spaces(count: string | undefined): number {
  const number = Number(count ?? 1);
  return number > 0 && number <= MAX_SPACES ? Math.floor(number) : 1;
}
