import { posix } from 'node:path';
import type { Archive } from './archive.ts';
import { memberName } from './parts.ts';
import { TextSink } from './text-sink.ts';
import { addXhtml } from './xhtml.ts';
import { walkXml } from './xml.ts';

/** The text of an EPUB book: its chapters in the order of reading. */
export async function epubText(archive: Archive): Promise<string> {
  const chapters = await chaptersOf(archive);
  const encrypted = await encryptedMembers(archive);
  const sink = new TextSink();
  for (const chapter of chapters) {
    if (encrypted.has(chapter)) throw new Error('The document is encrypted.');
    addXhtml((await archive.find(chapter)) ?? '', sink);
  }
  return sink.text();
}

/** The member that describes the book: its title, its parts and their order. */
export async function packageOf(archive: Archive): Promise<string> {
  let path: string | undefined;
  walkXml(await archive.read('META-INF/container.xml'), {
    open(name, attribute) {
      if (name === 'rootfile') path ??= attribute('full-path');
    },
  });
  if (path === undefined) throw new Error('The document is broken: it does not name its package.');
  return path;
}

async function chaptersOf(archive: Archive): Promise<Set<string>> {
  const path = await packageOf(archive);
  const items = new Map<string, string>();
  const spine: string[] = [];
  walkXml(await archive.read(path), {
    open(name, attribute) {
      if (name === 'item') items.set(attribute('id') ?? '', attribute('href') ?? '');
      else if (name === 'itemref') spine.push(attribute('idref') ?? '');
    },
  });
  const folder = posix.dirname(path);
  return new Set(spine.map((id) => memberName(folder, unescaped(items.get(id) ?? ''))));
}

/** Fonts are often scrambled, which does not matter; chapters with a copy protection cannot be read. */
async function encryptedMembers(archive: Archive): Promise<Set<string>> {
  const members = new Set<string>();
  walkXml((await archive.find('META-INF/encryption.xml')) ?? '', {
    open(name, attribute) {
      if (name === 'CipherReference') members.add(unescaped(attribute('URI') ?? ''));
    },
  });
  return members;
}

function unescaped(href: string): string {
  try {
    return decodeURIComponent(href.split('#', 1)[0] ?? '');
  } catch {
    return href;
  }
}
