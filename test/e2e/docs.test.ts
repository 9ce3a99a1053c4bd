import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'quartet-docs-'));
cpSync('README.md', join(folder, 'README.md'));
cpSync('docs', join(folder, 'docs'), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

function check() {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/docs.js', '--check', folder], { encoding: 'utf8' });
  return { status, told: stderr.replaceAll(`${folder}/`, '') };
}

describe('the tables of the docs', () => {
  it('are those of the tools and options', () => {
    expect(check()).toEqual({ status: 0, told: '' });
  });

  it('are found wrong, in whatever page somebody has changed one', () => {
    const rows = {
      'README.md': '| `validate_date` |',
      'docs/books.md': '| `--root FOLDER` |',
      'docs/cobol.md': '| `rounding` |',
      'docs/http.md': '| `--port NUMBER` |',
      'docs/oj.md': '| `--base-url URL` |',
      'docs/spotlight.md': '| `--budget MS` |',
    };
    for (const [name, row] of Object.entries(rows)) {
      const text = readFileSync(join(folder, name), 'utf8');
      writeFileSync(join(folder, name), text.replace(row, row.replace('`', '`wrong-')));
    }
    const told = Object.keys(rows).map((name) => `${name} is out of date: run npm run docs\n`);
    expect(check()).toEqual({ status: 1, told: told.join('') });
  });
});
