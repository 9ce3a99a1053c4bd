import type { Stats } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { platform } from 'node:os';
import { basename } from 'node:path';
import { inPlace } from '../../../lib/in-place.ts';
import type { FileInfo } from '../engine.ts';
import { readHead } from '../read/head.ts';
import { contentType, contentTypeTree, kindName, typeNeedsHead } from '../types/content-type.ts';

/** Gives what a file's content says about it. */
export type MetadataReader = (path: string, contentType: string) => Promise<Record<string, MetadataValue>>;

/** What every result of a search tells about its file. */
export async function fileAttributes(info: FileInfo): Promise<Attributes> {
  const type = await typeOf(info.path);
  return attributes({ ...common(info, type), ...sizes(info) });
}

const BRIEF = ['kMDItemContentModificationDate', 'kMDItemFSName', 'kMDItemFSSize', 'kMDItemKind'];

/** What suffices to choose among files: name, size, date and kind. */
export async function briefAttributes(info: FileInfo): Promise<Attributes> {
  const all = await fileAttributes(info);
  return attributes(Object.fromEntries(BRIEF.map((key) => [key, all[key]])));
}

/** All that can be told about a file or directory; the path has its links resolved. */
export async function allAttributes(path: string, read: MetadataReader): Promise<Attributes> {
  const { state, count } = await inPlace(path, async (stats, way) => ({
    state: stats,
    count: stats.isDirectory() ? await entries(way) : undefined,
  }));
  const info = fileInfo(path, state);
  if (state.isDirectory()) {
    const type = 'public.folder';
    return attributes({ ...common(info, type), kMDItemFSNodeCount: count, ...(await rich(read, path, type)) });
  }
  if (!state.isFile()) return attributes(common(info, 'public.item'));
  const type = await typeOf(path);
  return attributes({ ...common(info, type), ...sizes(info), ...(await rich(read, path, type)) });
}

function entries(directory: string): Promise<number | undefined> {
  return readdir(directory).then(
    (names) => names.length,
    () => undefined,
  );
}

async function typeOf(path: string): Promise<string> {
  const name = basename(path);
  return contentType(name, typeNeedsHead(name) ? await readHead(path) : undefined);
}

/** A file that lies about its insides is still a file: what it says is left out then. */
async function rich(read: MetadataReader, path: string, type: string): Promise<Record<string, unknown>> {
  try {
    // The text is there to be searched, never to be given away.
    const { kMDItemTextContent: _, ...shown } = await read(path, type);
    return shown;
  } catch {
    return {};
  }
}

function common({ path, modifiedMs, createdMs, uid, gid }: FileInfo, type: string): Record<string, unknown> {
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

function sizes({ size, blocks }: FileInfo): Record<string, unknown> {
  return { kMDItemFSSize: size, kMDItemLogicalSize: size, kMDItemPhysicalSize: blocks * 512 };
}

export function fileInfo(path: string, { size, blocks, mtimeMs, birthtimeMs, uid, gid }: Stats): FileInfo {
  return { path, size, blocks, modifiedMs: mtimeMs, createdMs: birthtimeMs, uid, gid };
}

/** A value of an attribute as it goes over the wire. */
export type MetadataValue = string | number | readonly MetadataValue[] | { readonly [key: string]: MetadataValue };

export type Attributes = Readonly<Record<string, MetadataValue>>;

/** A value in the form that clients get: dates as text, booleans as 0 or 1; undefined when there is no such form. */
export function represented(value: unknown): MetadataValue | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (value instanceof Date) return dateText(value);
  if (Array.isArray(value)) {
    const items = value.map(represented);
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (!isPlainObject(value)) return undefined;
  const entries = Object.entries(value).map(([key, member]) => [key, represented(member)] as const);
  return entries.every(([, member]) => member !== undefined)
    ? Object.fromEntries(entries as [string, MetadataValue][])
    : undefined;
}

/** The attributes that can be represented; the others are left out. */
export function attributes(values: Readonly<Record<string, unknown>>): Attributes {
  const entries = Object.entries(values).map(([key, value]) => [key, represented(value)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, MetadataValue] => entry[1] !== undefined));
}

/** Compact JSON with the keys of every object in ascending order. */
export function sortedJson(value: MetadataValue): string {
  if (isList(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${sortedJson(member)}`).join(',')}}`;
}

/** `YYYY-MM-DDTHH:MM:SSZ`; a year of another length has no such form. */
function dateText(date: Date): string | undefined {
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString();
  return text.length === 24 ? `${text.slice(0, 19)}Z` : undefined;
}

function isList(value: MetadataValue): value is readonly MetadataValue[] {
  return Array.isArray(value);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));
}
