import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installOnce } from '../../scripts/install-once.js';

const folderOf = (name: 'clients' | 'assistants') => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** What a client tells of a call. */
export interface Told {
  readonly isError: boolean;
  readonly text: string;
  /** As it came, if the client shows it. */
  readonly result?: object;
}

export interface TestClient {
  tools(): Promise<string[]>;
  call(name: string, args: object): Promise<Told>;
  close(): Promise<void>;
}

export type TestServer =
  | { readonly url: string; readonly env?: Record<string, string> }
  | { readonly command: string; readonly args: readonly string[]; readonly env: Record<string, string> };

/** A module of `test/clients`, whose packages are too many to be among our own: they are installed on first use. */
export async function clientModule<Module>(name: 'clients.js' | 'converters.js'): Promise<Module> {
  await installOnce(folderOf('clients'));
  return (await import(new URL(`../clients/${name}`, import.meta.url).href)) as Module;
}

/** The file of a program of `test/assistants`, which are large and installed on first use too. */
export async function assistant(path: string): Promise<string> {
  return join(await installOnce(folderOf('assistants')), 'node_modules', path);
}
