import type { Archive } from './archive.ts';
import { mainPart, numberedMembers, relationsOf } from './parts.ts';
import { TextSink } from './text-sink.ts';
import { addParagraphs } from './word.ts';
import { walkXml } from './xml.ts';

/** The text of a PowerPoint presentation: its slides in their order, each with its notes. */
export async function slidesText(archive: Archive): Promise<string> {
  const sink = new TextSink();
  for (const slide of await slidesOf(archive)) {
    addParagraphs((await archive.find(slide)) ?? '', sink);
    for (const { target, type } of (await relationsOf(archive, slide)).values()) {
      if (type === 'notesSlide') addParagraphs((await archive.find(target)) ?? '', sink);
    }
  }
  return sink.text();
}

async function slidesOf(archive: Archive): Promise<Set<string>> {
  const presentation = await mainPart(archive, 'ppt/presentation.xml');
  const relations = await relationsOf(archive, presentation);
  // A set, because a presentation that names one slide a million times shall not be read as often.
  const slides = new Set<string>();
  walkXml(await archive.read(presentation), {
    open(name, attribute) {
      if (name !== 'sldId') return;
      const slide = relations.get(relationId(attribute) ?? '')?.target;
      if (slide !== undefined) slides.add(slide);
    },
  });
  return slides.size > 0 ? slides : new Set(numberedMembers(archive, /^ppt\/slides\/slide(\d+)\.xml$/));
}

/** A slide carries two ids; the one that names its part has the prefix of the relationships' namespace. */
function relationId(attribute: (name: string) => string | undefined): string | undefined {
  return attribute('r:id') ?? attribute('id');
}
