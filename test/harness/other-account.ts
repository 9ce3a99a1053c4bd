import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { type Account, QUARTET } from './server-process.ts';

/** The account that owns nothing. */
export const NOBODY = { uid: 65_534, gid: 65_534 } as const;

/** Why nothing can be started as another account here, or undefined. */
export function cannotSwitchAccount(): string | undefined {
  if (process.platform !== 'linux') return 'not Linux';
  if (process.getuid?.() !== 0) return 'not root';
  try {
    accessSync('/proc/self/net/tcp', constants.R_OK);
    return undefined;
  } catch {
    return 'no /proc/self/net/tcp';
  }
}

/** An account for which the rights of files count, as they do not for root; undefined when the program cannot be run as one. */
export function boundAccount(): Account | undefined {
  if (process.platform === 'win32') return undefined;
  if (process.getuid?.() !== 0) return {};
  const { status } = spawnSync(process.execPath, [QUARTET, '--version'], { ...NOBODY, stdio: 'ignore' });
  return status === 0 ? NOBODY : undefined;
}

const CLIENT = `
const [url, body, headers, host] = process.argv.slice(1);
const { hostname, port, pathname: path } = new URL(url);
const sent = require('node:http').request(
  { host: host || hostname.replace(/^\\[|\\]$/g, ''), port, path, method: body ? 'POST' : 'GET', headers: JSON.parse(headers), agent: false },
  (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (part) => { text += part; });
    answer.on('end', () => process.stdout.write(JSON.stringify({ status: answer.statusCode, text })));
  },
);
sent.end(body);
`;

/** Sends one request from a process of another account; `host` overrides the address that is connected to. */
export function requestAs(
  account: { readonly uid: number; readonly gid: number },
  url: string,
  { body = '', headers = {}, host = '' }: { body?: string; headers?: Record<string, string>; host?: string } = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const args = ['-e', CLIENT, '--', url, body, JSON.stringify(headers), host];
    const child = spawn(process.execPath, args, { ...account, cwd: '/', env: { PATH: '/usr/bin:/bin' } });
    let said = '';
    let trouble = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      trouble += text;
    });
    child.once('error', reject);
    child.once('close', () => {
      if (said === '') reject(new Error(`no answer: ${trouble}`));
      else resolve(JSON.parse(said) as { status: number; text: string });
    });
  });
}
