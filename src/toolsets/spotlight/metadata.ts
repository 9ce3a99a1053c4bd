import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { platform } from 'node:os';
import { basename } from 'node:path';
import type { FileFacts } from './engine.ts';
import { readHead } from './head.ts';
import { type Attributes, attributes, type MetadataValue } from './metadata-value.ts';
import { contentType, contentTypeTree, kindName, typeNeedsHead } from './types/content-type.ts';

/** Gives what a file's content says about it. */
export type Telling = (path: string, contentType: string) => Promise<Record<string, MetadataValue>>;

/** What every result of a search tells about its file. */
export async function fileAttributes(facts: FileFacts): Promise<Attributes> {
  const type = await typeOf(facts.path);
  return attributes({ ...common(facts, type), ...sizes(facts) });
}

/** All that can be told about a file or directory; the path has its links resolved. */
export async function allAttributes(path: string, tell: Telling): Promise<Attributes> {
  const state = await lstat(path);
  const facts = factsOf(path, state);
  if (state.isDirectory()) {
    const type = 'public.folder';
    const count = await readdir(path).then(
      (names) => names.length,
      () => undefined,
    );
    return attributes({ ...common(facts, type), kMDItemFSNodeCount: count, ...(await rich(tell, path, type)) });
  }
  if (!state.isFile()) return attributes(common(facts, 'public.item'));
  const type = await typeOf(path);
  return attributes({ ...common(facts, type), ...sizes(facts), ...(await rich(tell, path, type)) });
}

async function typeOf(path: string): Promise<string> {
  const name = basename(path);
  return contentType(name, typeNeedsHead(name) ? await readHead(path) : undefined);
}

/** A file that lies about its insides is still a file: what it says is left out then. */
async function rich(tell: Telling, path: string, type: string): Promise<Record<string, unknown>> {
  try {
    // The text is there to be searched, never to be given away.
    const { kMDItemTextContent: _, ...told } = await tell(path, type);
    return told;
  } catch {
    return {};
  }
}

function common({ path, modifiedMs, createdMs, uid, gid }: FileFacts, type: string): Record<string, unknown> {
  const name = basename(path);
  const modified = new Date(Math.floor(modifiedMs));
  const created = createdMs > 0 ? new Date(Math.floor(createdMs)) : modified;
  return {
    kMDItemContentCreationDate: created,
    kMDItemContentModificationDate: modified,
    kMDItemContentType: type,
    kMDItemContentTypeTree: contentTypeTree(type),
    kMDItemDisplayName: name,
    kMDItemFSContentChangeDate: modified,
    kMDItemFSCreationDate: created,
    kMDItemFSInvisible: name.startsWith('.'),
    kMDItemFSName: name,
    ...(platform() !== 'win32' && { kMDItemFSOwnerGroupID: gid, kMDItemFSOwnerUserID: uid }),
    kMDItemKind: kindName(type),
    kMDItemPath: path,
  };
}

function sizes({ size, blocks }: FileFacts): Record<string, unknown> {
  return { kMDItemFSSize: size, kMDItemLogicalSize: size, kMDItemPhysicalSize: blocks * 512 };
}

export function factsOf(path: string, { size, blocks, mtimeMs, birthtimeMs, uid, gid }: Stats): FileFacts {
  return { path, size, blocks, modifiedMs: mtimeMs, createdMs: birthtimeMs, uid, gid };
}
