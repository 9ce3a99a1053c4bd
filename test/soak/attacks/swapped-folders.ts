import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pdf } from '../../../src/engines/filesearch/documents/testing/pdf.ts';
import type { Attack } from './attack.ts';
import { flood } from './floods.ts';

const SWAPPER = `
  const { renameSync } = require('node:fs');
  const [box, aside, link] = process.argv.slice(1);
  process.on('disconnect', () => process.exit());
  const swap = () => {
    for (let at = 0; at < 200; at++) {
      renameSync(box, aside); renameSync(link, box); renameSync(box, link); renameSync(aside, box);
    }
    setImmediate(swap);
  };
  swap();`;

export const swappedFolders: Attack = {
  over: 'http',
  rule: 'a folder that is swapped for a link, and back, shows nothing of what is outside',
  impossible: () => (process.platform === 'linux' ? undefined : 'not Linux'),
  prepare({ folder }) {
    for (const [place, said] of [
      ['allowed/box', 'inside'],
      ['outside', 'OUTSIDE'],
    ] as const) {
      mkdirSync(join(folder, place), { recursive: true });
      writeFileSync(join(folder, place, 'letter.txt'), `a letter from ${said}\n`.repeat(said === 'inside' ? 1 : 77));
      writeFileSync(join(folder, place, 'letter.pdf'), pdf([`a letter from ${said}`], `/Info << /Title (${said}) >>`));
    }
    writeFileSync(join(folder, 'outside', 'OUTSIDE.txt'), 'a letter');
    symlinkSync(join(folder, 'outside'), join(folder, 'link'));
    return { options: ['--allow', join(folder, 'allowed'), '--rate-limit', '100000'] };
  },
  async run({ server, headers, folder, times }) {
    const box = join(folder, 'allowed', 'box');
    const questions: [string, object][] = [
      ['search', { query: 'letter', scope: join(folder, 'allowed') }],
      ['search', { query: 'letter', scope: box }],
      ['recent_files', { scope: box }],
      ['get_metadata', { path: join(box, 'letter.txt') }],
      ['get_metadata', { path: join(box, 'letter.pdf') }],
      ['get_metadata', { path: join(box, 'OUTSIDE.txt') }],
      ['preview_file', { path: join(box, 'letter.txt') }],
      ['preview_file', { path: join(box, 'letter.pdf') }],
    ];
    const paths = [box, join(folder, 'aside'), join(folder, 'link')];
    const swapper = spawn(process.execPath, ['-e', SWAPPER, ...paths], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    let shown = 0;
    try {
      await flood(times(4000), 4, async (index) => {
        const [name, args] = questions[index % questions.length] ?? [];
        const params = { name, arguments: args, _meta: { 'quartet/snippets': true } };
        const { json } = await server.post(
          '/mcp/extras',
          { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
          { ...headers },
        );
        const { isError, content } = json.result as { isError?: boolean; content: { text: string }[] };
        const text = content[0]?.text ?? '';
        // What is outside has another size, too.
        if (!isError && (/OUTSIDE/.test(text) || text.includes(`:${77 * 'a letter from OUTSIDE\n'.length},`))) shown++;
      });
    } finally {
      const ended = new Promise((resolve) => swapper.once('exit', resolve));
      swapper.kill();
      await ended;
    }
    if (shown > 0) throw new Error(`${shown} of ${times(4000)} answers showed what is outside`);
  },
};
