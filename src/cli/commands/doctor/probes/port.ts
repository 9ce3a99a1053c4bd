import { connect } from 'node:net';
import { ok, type Probe, warning } from '../finding.ts';

const PORT = 8000;

/** Who has the port that `quartet serve` takes first. */
export const PORT_8000: Probe = {
  name: 'Port',
  run: async ({ env }, signal) => {
    const port = Number(env.QUARTET_PORT) || PORT;
    if (!(await isTaken(port, signal))) return [ok('Port', `${port} is free for quartet serve`)];
    const version = await quartetAt(port, signal);
    if (version !== undefined) return [ok('Port', `${port} is taken by Quartet ${version} itself`)];
    const otherwise = env.QUARTET_PORT
      ? 'Name another with QUARTET_PORT.'
      : 'quartet serve takes the next free one, or the one of --port.';
    return [warning('Port', `${port} is taken by another program`, otherwise)];
  },
};

function isTaken(port: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (taken: boolean) => {
      socket.destroy();
      resolve(taken);
    };
    signal.addEventListener('abort', () => end(true), { once: true });
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

async function quartetAt(port: number, signal: AbortSignal): Promise<string | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health`, { signal, redirect: 'manual' });
    const { version, uptime_seconds } = (await response.json()) as Record<string, unknown>;
    return typeof version === 'string' && typeof uptime_seconds === 'number' && /^[\w.+-]+$/.test(version)
      ? version
      : undefined;
  } catch {
    return undefined;
  }
}
