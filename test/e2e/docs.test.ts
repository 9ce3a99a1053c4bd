import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'quartet-docs-'));
for (const name of ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md']) cpSync(name, join(folder, name));
cpSync('docs', join(folder, 'docs'), { recursive: true });
cpSync('man', join(folder, 'man'), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

function check() {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/docs.js', '--check', folder], { encoding: 'utf8' });
  return { status, told: stderr.replaceAll(`${folder}/`, '') };
}

/** That it is right now is what the check `docs` of `scripts/test.js` finds out. */
describe('what is generated in the docs', () => {
  it('is found wrong in whatever page somebody has changed it, and a page that nobody can reach is missed', () => {
    const rows = {
      'README.md': '| `validate_date` |',
      'docs/books.md': '| `--root FOLDER` |',
      'docs/cobol.md': '| `rounding` |',
      'docs/http.md': '| `--port NUMBER` |',
      'docs/oj.md': '| `--base-url URL` |',
      'docs/promises.md': '[Contents](README.md)',
      'docs/spotlight.md': '| `--budget MS` |',
      'man/quartet.1': '.B "key=text"',
    };
    for (const [name, row] of Object.entries(rows)) {
      const text = readFileSync(join(folder, name), 'utf8');
      writeFileSync(join(folder, name), text.replace(row, row.replace(/[`["]/, '$&wrong-')));
    }
    writeFileSync(join(folder, 'docs', 'lost.md'), '# Lost\n');
    const told = Object.keys(rows).map((name) => `${name} is out of date: run npm run docs\n`);
    told.push('docs/README.md has no link to docs/lost.md\n');
    expect(check()).toEqual({ status: 1, told: told.join('') });
  });
});
