import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Attack } from './attack.ts';
import { flood } from './floods.ts';

const SECRET = 'c2VjcmV0';
const KEYS = [
  '.ssh/id_ed25519',
  '.aws/credentials',
  '.config/google-chrome/Default/Login Data.txt',
  'Library/Keychains/login.txt',
  'snap/firefox/common/.mozilla/firefox/x/logins.json',
];

export const secretsByName: Attack = {
  over: 'http',
  rule: 'no search and no path leads to keys and passwords that were not allowed by name',
  prepare({ folder }) {
    for (const key of KEYS) {
      mkdirSync(dirname(join(folder, key)), { recursive: true });
      writeFileSync(join(folder, key), `-----BEGIN PRIVATE KEY-----\n${SECRET.repeat(8)}\n`);
    }
    mkdirSync(join(folder, 'notes'));
    writeFileSync(join(folder, 'notes', 'plan.txt'), 'BEGIN with the plan');
    symlinkSync(join(folder, '.ssh'), join(folder, 'notes', 'keys'));
    return { env: { HOME: folder } };
  },
  async run({ server, headers, folder, times }) {
    const files = [...KEYS, 'notes/keys/id_ed25519'].map((key) => join(folder, key));
    const scopes = [folder, join(folder, 'notes'), ...files.map((file) => dirname(file))];
    const questions: [string, object][] = [
      ...scopes.map((scope): [string, object] => ['search', { query: 'BEGIN', scope }]),
      ...scopes.map((scope): [string, object] => ['search_by_kind', { kind: 'text', scope }]),
      ...scopes.map((scope): [string, object] => ['recent_files', { scope }]),
      ...files.map((path): [string, object] => ['get_metadata', { path }]),
      ...files.map((path): [string, object] => ['preview_file', { path }]),
    ];
    await flood(Math.max(questions.length, times(1000)), 4, async (index) => {
      const [name, args] = questions[index % questions.length] ?? [];
      const params = { name, arguments: args, _meta: { 'quartet/snippets': true } };
      const { text } = await server.post(
        '/mcp/extras',
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
        { ...headers },
      );
      const described = name === 'get_metadata' && text.includes('kMDItem');
      const shown = described || text.includes(SECRET) || /_path[\\":]*[^"]*(id_ed|credentials|ogin)/.test(text);
      if (shown) throw new Error(`${name} ${JSON.stringify(args)} showed ${text.slice(0, 300)}`);
    });
  },
};
