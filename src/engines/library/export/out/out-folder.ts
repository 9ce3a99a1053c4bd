import { mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { codeOf } from '../../../../lib/errno.ts';
import { ConfigurationFailure } from '../../../../lib/failures.ts';
import { type KnownFile, MARKER, type Marker, readMarker, writeMarker } from './marker.ts';
import type { OutputFile } from './output-file.ts';
import { type AtPlace, Places } from './places.ts';
import { STAGING, type Staged, Staging } from './staging.ts';

/** What an export is of: a folder holds one. */
export type ExportOf = Omit<Marker, 'version' | 'files'>;

/** What came of the files of an export. */
export interface Publication {
  readonly written: string[];
  readonly removed: string[];
  /** Changed by somebody since they were written, and left so. */
  readonly kept: string[];
  /** Not written, because something of somebody else is there. */
  readonly inTheWay: string[];
  unchanged: number;
}

/** A folder that an export keeps up to date: what others have put into it is neither replaced nor removed. */
export class OutFolder {
  readonly #unchanged = new Set<string>();

  private constructor(
    private readonly root: string,
    private readonly of: ExportOf,
    private readonly known: Map<string, KnownFile>,
    private readonly staging: Staging,
    private readonly places: Places,
  ) {}

  static async open(folder: string, of: ExportOf): Promise<OutFolder> {
    const root = await madeFolder(folder);
    const marker = await readMarker(root);
    if (marker === undefined) await refuseFull(root);
    else refuseOther(marker, of);
    const { staging, published } = await Staging.begin(root);
    const known = new Map(Object.entries(marker?.files ?? {}));
    // Size and time were not noted, so these files will be looked at.
    for (const { path, ...rest } of published) known.set(path, { ...rest, size: -1, modified_ms: 0 });
    return new OutFolder(root, of, known, staging, new Places(root));
  }

  /** Makes a file of the export, unless it is there already. Nobody sees it before it is published. */
  async stage(output: OutputFile, signal?: AbortSignal): Promise<void> {
    const known = this.known.get(output.path);
    const isThere = known?.inputs === output.inputs && isSame(await this.places.look(output.path, known), known);
    if (isThere) this.#unchanged.add(output.path);
    else this.#unchanged.delete(output.path);
    if (isThere) this.staging.drop(output.path);
    else await this.staging.make(output, signal);
  }

  /** Puts what was staged into its places, and removes what is no longer part of the export. */
  async publish(outputs: readonly OutputFile[], signal?: AbortSignal): Promise<Publication> {
    const publication: Publication = { written: [], removed: [], kept: [], inTheWay: [], unchanged: 0 };
    await this.#save();
    const wanted = new Set(outputs.map(({ path }) => path));
    // First what is gone: a folder may have to make way for a file.
    for (const path of [...this.known.keys()].filter((name) => !wanted.has(name))) {
      signal?.throwIfAborted();
      await this.#remove(path, publication);
    }
    for (const path of wanted) {
      signal?.throwIfAborted();
      const staged = this.staging.staged(path);
      if (staged) await this.#put(staged, publication);
      else if (this.#unchanged.has(path)) publication.unchanged++;
    }
    await this.#save();
    await this.staging.end();
    return publication;
  }

  /** Gives up. What has been published stays. */
  async leave(): Promise<void> {
    await this.staging.leave();
  }

  async #put(staged: Staged, publication: Publication): Promise<void> {
    const { path, sha256, inputs } = staged;
    const known = this.known.get(path);
    const there = await this.places.look(path, known);
    const isNew = !isSame(there, staged);
    if (isNew && !isSame(there, known) && there !== 'nothing') {
      (known ? publication.kept : publication.inTheWay).push(path);
      return;
    }
    if (isNew) {
      if (!(await this.places.makeFolders(path))) return void publication.inTheWay.push(path);
      await this.staging.log(staged);
      await rename(staged.file, this.places.fileOf(path));
      publication.written.push(path);
    } else publication.unchanged++;
    const { size, mtimeMs } = await this.places.stats(path);
    this.known.set(path, { sha256, inputs, size, modified_ms: mtimeMs });
  }

  async #remove(path: string, publication: Publication): Promise<void> {
    const known = this.known.get(path);
    const there = await this.places.look(path, known);
    if (there !== 'nothing' && !isSame(there, known)) publication.kept.push(path);
    else if (there !== 'nothing') {
      await rm(this.places.fileOf(path));
      await this.places.removeFolders(path);
      publication.removed.push(path);
    }
    this.known.delete(path);
  }

  async #save(): Promise<void> {
    const sorted = [...this.known].sort(([a], [b]) => (a < b ? -1 : 1));
    const marker: Marker = { version: 1, ...this.of, files: Object.fromEntries(sorted) };
    await writeMarker(this.root, marker, this.staging.temporary);
  }
}

function isSame(there: AtPlace, known: { readonly sha256: string } | undefined): boolean {
  return typeof there === 'object' && there.sha256 === known?.sha256;
}

/** The folder itself may be reached by a link: somebody has named it. */
async function madeFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true });
    return await realpath(folder);
  } catch (error) {
    if (codeOf(error) === '') throw error;
    throw new ConfigurationFailure(`The folder ${folder} cannot be made (${codeOf(error)}). Name another one.`);
  }
}

async function refuseFull(root: string): Promise<void> {
  const names = (await readdir(root)).filter((name) => name !== STAGING);
  if (names.length === 0) return;
  const sentence = `The folder holds something else (${names[0]}), and no ${MARKER} of an earlier export.`;
  throw new ConfigurationFailure(`${sentence} Name a new or an empty folder.`);
}

function refuseOther(marker: Marker, of: ExportOf): void {
  if (marker.book === of.book && marker.format === of.format && marker.user === of.user) return;
  const view = marker.user === undefined ? '' : `, as user ${marker.user} sees it`;
  throw new ConfigurationFailure(
    `The folder holds an export of ${marker.book} as ${marker.format}${view}. Name another folder.`,
  );
}
