import { existsSync } from 'node:fs';
import { shortPath } from '../../terminal/short-path.ts';
import { CLIENTS, type Client } from './clients.ts';
import { readConfig } from './config-file.ts';
import { isHere, userFile } from './configuration.ts';
import { entriesIn } from './edit.ts';
import { InstallProblem } from './problem.ts';
import { startsQuartet } from './recognise.ts';
import { ENTRY_NAMES } from './servers.ts';
import { type System, thisSystem } from './system.ts';

/** What is known of a client on this system. */
export interface ClientState {
  readonly id: string;
  readonly label: string;
  readonly here: boolean;
  readonly config: string;
  readonly exists: boolean;
  /** Its servers that are Quartet's, as they stand in the file. */
  readonly servers: Readonly<Record<string, unknown>>;
  /** Why the file cannot be read. */
  readonly problem?: string;
}

export function clientStates(system: System): Promise<ClientState[]> {
  return Promise.all(CLIENTS.map((client) => stateOf(client, system)));
}

async function stateOf(client: Client, system: System): Promise<ClientState> {
  const config = userFile(client, system);
  const { id, label } = client;
  const state = { id, label, here: isHere(client, system), config, exists: existsSync(config) };
  try {
    const { text } = await readConfig(config);
    const entries = Object.entries(entriesIn(client, text));
    const ours = entries.filter(([name, entry]) => ENTRY_NAMES.includes(name) || isCommandOfOurs(entry));
    return { ...state, servers: Object.fromEntries(ours) };
  } catch (error) {
    if (!(error instanceof InstallProblem)) throw error;
    return { ...state, servers: {}, problem: error.message };
  }
}

function isCommandOfOurs(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && 'command' in entry && startsQuartet(entry);
}

/** Prints which clients are here, and what they have of Quartet. */
export async function listClients(json: boolean): Promise<number> {
  const states = await clientStates(thisSystem());
  if (json) {
    const told = states.map(({ servers, ...state }) => ({ ...state, servers: Object.keys(servers) }));
    process.stdout.write(`${JSON.stringify({ clients: told }, undefined, 2)}\n`);
    return 0;
  }
  const width = Math.max(...states.map(({ id }) => id.length));
  for (const state of states) process.stdout.write(`${state.id.padEnd(width)}  ${inWords(state)}\n`);
  return 0;
}

function inWords({ here, config, servers, problem }: ClientState): string {
  if (!here) return 'not here';
  const names = Object.keys(servers).join(', ') || 'no server of Quartet';
  return `${problem === undefined ? names : `cannot be read: ${problem}`}  (${shortPath(config)})`;
}
