import type { Archive } from './archive.ts';
import type { Description } from './described.ts';
import { packageOf } from './epub.ts';
import { walkXml } from './xml.ts';

/** What an Office document, an OpenDocument or a book says about itself. */
export async function propertiesOf(archive: Archive): Promise<Description> {
  try {
    const xml =
      (await archive.find('docProps/core.xml')) ?? (await archive.find('meta.xml')) ?? (await bookPackage(archive));
    const { first, all } = valuesIn(xml);
    const names = [
      'initial-creator',
      'creator',
      'subject',
      'keywords',
      'keyword',
      'description',
      'publisher',
      'category',
    ];
    return { title: first('title'), notes: names.flatMap(all) };
  } catch {
    // The document can be read without them.
    return {};
  }
}

async function bookPackage(archive: Archive): Promise<string> {
  return archive.names.includes('META-INF/container.xml') ? archive.read(await packageOf(archive)) : '';
}

/** The text of the elements of a flat document, by their names. */
export function valuesIn(xml: string) {
  const values: { name: string; text: string }[] = [];
  let current: { name: string; text: string } | undefined;
  walkXml(xml, {
    open(name) {
      current = { name, text: '' };
    },
    text(text) {
      if (current) current.text += text;
    },
    close(name) {
      if (current?.name === name) values.push(current);
      current = undefined;
    },
  });
  const all = (name: string) => values.filter((value) => value.name === name).map(({ text }) => text);
  return { all, first: (name: string) => all(name)[0] };
}
