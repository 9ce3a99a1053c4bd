import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SERVE_OPTIONS } from '../src/cli/commands/serve/options.ts';
import { loadToolsets, TOOLSET_IDS, TOOLSETS } from '../src/cli/toolsets.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const read = (file: string) => readFileSync(file, 'utf8');
const pages = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith('.md'),
);

describe('the skills', () => {
  it('are one for each server', () => {
    expect(readdirSync('packaging/skills').sort()).toEqual(TOOLSET_IDS.map((id) => `quartet-${id}`).sort());
  });

  it.each(TOOLSET_IDS)('the one of %s knows every tool of its server, and no other', async (id) => {
    const text = read(`packaging/skills/quartet-${id}/SKILL.md`);
    const [toolset] = await loadToolsets([id]);
    const tools = toolset?.tools.filter(({ extra }) => !extra) ?? [];
    const named = new Set(Array.from(text.matchAll(/`([a-z]+(?:_[a-z]+)*)`/g), ([, word]) => word ?? ''));
    for (const { name } of tools) expect(named).toContain(name);
    const words = tools.flatMap(({ input, output }) => [...Object.keys(input.shape), ...Object.keys(output.shape)]);
    const known = new Set([...tools.map(({ name }) => name), ...words, 'file_hash_sha256', 'complete', 'partial']);
    expect([...named].filter((word) => !known.has(word))).toEqual([]);
  });

  it.each(TOOLSET_IDS)('the one of %s says in its head when to use it', (id) => {
    const text = read(`packaging/skills/quartet-${id}/SKILL.md`);
    expect(text).toMatch(new RegExp(`^---\\nname: quartet-${id}\\ndescription: .{40,1000}\\n---\\n`));
  });
});

describe('links', () => {
  it('npm can resolve those of the README', () => {
    expect(manifest.repository.url).toMatch(/^git\+https:\/\/github\.com\/[\w-]+\/[\w-]+\.git$/);
  });

  it.each(pages)('%s leads nowhere but to what there is', (page) => {
    const targets = Array.from(read(page).matchAll(/\]\(([^)\s]+)\)/g), ([, target]) => target ?? '');
    const broken = targets.filter((target) => !/^[a-z]+:/.test(target) && !leadsSomewhere(page, target));
    expect(broken).toEqual([]);
  });
});

function leadsSomewhere(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#', 2);
  const file = path === '' ? page : join(dirname(page), path);
  if (!existsSync(file)) return false;
  return anchor === undefined || anchorsOf(read(file)).includes(anchor);
}

/** As GitHub makes them of headings. */
function anchorsOf(text: string): string[] {
  const headings = Array.from(text.matchAll(/^#+ (.*)$/gm), ([, heading]) => heading ?? '');
  return headings.map((heading) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}

describe('where it runs as a service', () => {
  const variables = [
    ...SERVE_OPTIONS.map(({ env }) => env),
    ...Object.values(TOOLSETS).flatMap(({ options }) => options.flatMap(({ env }) => env)),
  ];

  it('the compose file sets only variables that the program reads', () => {
    const set = Array.from(read('packaging/docker/compose.yaml').matchAll(/^ {6}((?:QUARTET|PANAVERSITY|OJ)_\w+):/gm));
    expect(set.length).toBeGreaterThan(6);
    for (const [, name] of set) expect(variables).toContain(name);
  });

  it('the image has the name that the registry looks for, another user than root, and a check of its health', () => {
    const text = read('packaging/docker/Dockerfile');
    expect(text).toContain(`io.modelcontextprotocol.server.name="${manifest.mcpName}"`);
    expect(text).toContain(`org.opencontainers.image.source="${repository()}"`);
    expect(text).toMatch(/^USER node$/m);
    expect(text).toMatch(/^HEALTHCHECK /m);
  });

  it('the unit and the image use only options that serve has', () => {
    const flags = [...SERVE_OPTIONS.map(({ flag }) => flag?.split(' ')[0]), '--token', '--toolsets'];
    const used = [read('packaging/systemd/quartet.service'), read('packaging/docker/Dockerfile')].flatMap((text) =>
      Array.from(/^(?:ExecStart|CMD).*serve.*$/m.exec(text)?.[0].matchAll(/--[a-z-]+/g) ?? [], ([flag]) => flag),
    );
    expect(used.length).toBeGreaterThan(6);
    for (const flag of used) expect(flags).toContain(flag);
  });
});

it('no other file has another address of the repository', () => {
  const addresses = ['Dockerfile', 'compose.yaml'].map((name) => read(`packaging/docker/${name}`)).join('\n');
  const { host, pathname } = new URL(repository());
  for (const [, place] of addresses.matchAll(/(?:github\.com|ghcr\.io)\/([\w-]+\/[\w-]+)/g))
    expect(`/${place}`).toBe(pathname);
  expect(host).toBe('github.com');
  expect(manifest.mcpName).toBe(`io.github.${pathname.slice(1)}`);
  for (const url of [manifest.homepage, manifest.bugs.url]) expect(url).toContain(repository());
});

function repository(): string {
  return manifest.repository.url.replace(/^git\+|\.git$/g, '');
}

describe('the notices of what is bundled', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quartet-notices-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function notices(license: string, text: string | undefined, ...args: string[]) {
    const place = join(folder, 'node_modules', 'one');
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place, { recursive: true });
    mkdirSync(join(folder, 'node_modules', '.cache'), { recursive: true });
    writeFileSync(join(folder, 'node_modules', '.cache', 'quartet-bundled.json'), '["node_modules/one"]');
    writeFileSync(join(place, 'package.json'), JSON.stringify({ name: 'one', version: '1.0.0', license }));
    if (text !== undefined) writeFileSync(join(place, 'LICENSE'), text);
    const script = resolve('scripts', 'notices.js');
    const { status, stderr } = spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: 'utf8' });
    return { status, stderr };
  }

  it('have the rights and the whole text of a licence', () => {
    expect(notices('MIT', 'MIT License\n\nCopyright (c) 2026 Somebody\n\nDo what you like.\n').status).toBe(0);
    const text = read(join(folder, 'THIRD-PARTY-NOTICES.txt'));
    expect(text).toContain('one 1.0.0 (MIT)\n    Copyright (c) 2026 Somebody\n\nDo what you like.\n');
  });

  it('are found wrong when a package has changed', () => {
    expect(notices('MIT', 'Copyright Another\n\nDo what you like.\n', '--check')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('THIRD-PARTY-NOTICES.txt is out of date: run npm run notices'),
    });
  });

  it.each(['GPL-3.0', 'AGPL-3.0-only', 'UNLICENSED', 'SEE LICENSE IN x'])('are refused for %s', (license) => {
    const { status, stderr } = notices(license, 'Some text');
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(`has the licence ${license}, which nobody has accepted`),
    ]);
  });

  it('are refused for a package without a text whose author is not known', () => {
    expect(notices('MIT', undefined).stderr).toContain('one has no licence text');
  });
});
