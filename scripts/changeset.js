// Runs changesets, which nobody else needs among their packages: `npm run changeset`.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { installOnce } from './install-once.js';

const tools = await installOnce(resolve('packaging/tools'));
const program = join(tools, 'node_modules', '@changesets', 'cli', 'bin.js');
const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
