import { posix } from 'node:path';
import type { Archive } from './archive.ts';
import { walkXml } from './xml.ts';

/** The part that holds the document itself; most programs give it the usual name, not all do. */
export async function mainPart(archive: Archive, usual: string): Promise<string> {
  const named = [...(await relationsOf(archive, '')).values()].find(({ type }) => type === 'officeDocument');
  return named?.target ?? usual;
}

/** What the relationships of an Office part point to, by their id: full names of members, and their types. */
export async function relationsOf(archive: Archive, part: string): Promise<Map<string, Relation>> {
  const { dir, base } = posix.parse(part);
  const relations = new Map<string, Relation>();
  const xml = (await archive.find(posix.join(dir, '_rels', `${base}.rels`))) ?? '';
  walkXml(xml, {
    open(name, attribute) {
      const [id, target] = [attribute('Id'), attribute('Target')];
      if (name !== 'Relationship' || id === undefined || target === undefined) return;
      relations.set(id, { target: memberName(dir, target), type: attribute('Type')?.split('/').at(-1) ?? '' });
    },
  });
  return relations;
}

/** The members that a pattern names, by the number in it: what there is to read where no relationship tells. */
export function numberedMembers(archive: Archive, pattern: RegExp): string[] {
  const numberOf = (name: string) => Number(pattern.exec(name)?.[1]);
  return archive.names.filter((name) => pattern.test(name)).sort((a, b) => numberOf(a) - numberOf(b));
}

export interface Relation {
  readonly target: string;
  readonly type: string;
}

/** The member that a reference from within a folder of the archive means. */
export function memberName(folder: string, reference: string): string {
  return posix.join('/', reference.startsWith('/') ? '' : folder, reference).slice(1);
}
