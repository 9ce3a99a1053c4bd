import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../../terminal/usage.ts';
import type { Client } from './clients.ts';
import type { System } from './system.ts';

export interface PlaceFlags {
  readonly config?: string;
  readonly project?: boolean;
}

/** Where a client's configuration is, or would be. */
export function configurationOf(client: Client, { config, project }: PlaceFlags, system: System): string {
  if (config !== undefined && project) throw new UsageError('give either --config or --project, not both.');
  if (config !== undefined) return resolve(config);
  if (project && client.projectFile === undefined)
    throw new UsageError(`${client.label} has no configuration for a single project.`);
  return project ? resolve(client.projectFile ?? '') : userFile(client, system);
}

/** Of several places the first that has the file, or else the folder. */
export function userFile({ files }: Client, system: System): string {
  const places = files(system);
  return places.find(existsSync) ?? places.find((file) => existsSync(dirname(file))) ?? places[0] ?? '';
}

/** Whether a client is here: its configuration, or a folder that nobody but it makes. */
export function isHere({ files, sign }: Client, system: System): boolean {
  const folders = files(system).map((file) => dirname(file));
  const signs = [...files(system), ...folders.filter((folder) => folder !== system.home)];
  return [...signs, ...(sign ? [sign(system)] : [])].some(existsSync);
}
