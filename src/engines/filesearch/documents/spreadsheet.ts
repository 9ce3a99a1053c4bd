import type { Archive } from './archive.ts';
import { mainPart, numberedMembers, relationsOf } from './parts.ts';
import { TextSink } from './text-sink.ts';
import { walkXml } from './xml.ts';

const COMMENTS = /^xl\/(?:threadedComments\/|comments\/)?(?:comment|threadedComment)s?\d*\.xml$/;

/** The text of an Excel workbook: sheet by sheet its name and its cells, a line each, then the comments. */
export async function spreadsheetText(archive: Archive): Promise<string> {
  const sink = new TextSink();
  const strings = sharedStrings((await archive.find('xl/sharedStrings.xml')) ?? '');
  for (const { name, member } of await sheetsOf(archive)) {
    sink.add(name);
    sink.endLine();
    addCells((await archive.find(member)) ?? '', strings, sink);
  }
  for (const name of archive.names.filter((each) => COMMENTS.test(each)).sort()) {
    for (const comment of stringsWithin(await archive.read(name), 'comment', 'threadedComment')) {
      sink.add(comment);
      sink.endLine();
    }
  }
  return sink.text();
}

async function sheetsOf(archive: Archive): Promise<{ name: string; member: string }[]> {
  const workbook = await mainPart(archive, 'xl/workbook.xml');
  const relations = await relationsOf(archive, workbook);
  const sheets: { name: string; member: string }[] = [];
  walkXml(await archive.read(workbook), {
    open(name, attribute) {
      const member = name === 'sheet' && relations.get(attribute('id') ?? '')?.target;
      if (member) sheets.push({ name: attribute('name') ?? '', member });
    },
  });
  if (sheets.length > 0) return sheets;
  return numberedMembers(archive, /^xl\/worksheets\/sheet(\d+)\.xml$/).map((member) => ({ name: '', member }));
}

function sharedStrings(xml: string): string[] {
  return stringsWithin(xml, 'si');
}

/** The text of each element with one of these names, without the reading aids of East Asian text. */
function stringsWithin(xml: string, ...elements: string[]): string[] {
  const found: string[] = [];
  let parts: string[] | undefined;
  let inText = false;
  let aids = 0;
  walkXml(xml, {
    open(name) {
      if (elements.includes(name)) parts = [];
      else if (name === 'rPh') aids++;
      else if (name === 't' || name === 'text') inText = true;
    },
    close(name) {
      if (name === 'rPh') aids = Math.max(0, aids - 1);
      else if (name === 't' || name === 'text') inText = false;
      else if (parts && elements.includes(name)) {
        found.push(parts.join(''));
        parts = undefined;
      }
    },
    text(text) {
      if (inText && aids === 0) parts?.push(text);
    },
  });
  return found;
}

function addCells(xml: string, strings: readonly string[], sink: TextSink): void {
  let type: string | undefined;
  let value = '';
  let inValue = false;
  walkXml(xml, {
    open(name, attribute) {
      if (name === 'c') {
        type = attribute('t');
        value = '';
      } else if (name === 'v' || name === 't') inValue = true;
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false;
      else if (name === 'c') {
        sink.add(type === 's' ? (strings[Number(value)] ?? '') : value);
        sink.endLine();
      }
    },
    text(text) {
      if (inValue) value += text;
    },
  });
}
