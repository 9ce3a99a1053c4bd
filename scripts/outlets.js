// What tells the world of the package: its entry in the MCP registry, an index for models, and the buttons that install it. All of it follows from package.json and the program.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const { name: PACKAGE, version, mcpName, homepage } = manifest;
const REPOSITORY = manifest.repository.url.replace(/^git\+|\.git$/g, '');
const IMAGE = REPOSITORY.replace(/^https:\/\/github\.com/, 'ghcr.io');
const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
/** The registry takes a hundred characters. */
const SUMMARY = 'Four servers in one: online judges, exact COBOL arithmetic, Markdown books, file search.';
/** What a client may want to ask a person for. */
const ASKED = ['baseUrl', 'token', 'root', 'databaseUrl', 'allow'];

/** `server.json`: the package as it is run by npx, and as an image. */
export function serverJson(toolsets) {
  const servers = ['all', ...Object.keys(toolsets)];
  const options = Object.values(toolsets).flatMap((toolset) =>
    toolset.options.filter(({ key }) => ASKED.includes(key)),
  );
  const shared = {
    packageArguments: [
      {
        type: 'positional',
        valueHint: 'server',
        description: 'Which server: all of them, or one',
        default: 'all',
        choices: servers,
        isRequired: true,
      },
    ],
    environmentVariables: options.map(({ key, env: [name], description, flag }) => ({
      name,
      description: sentence(description),
      ...(/folder|directory/.test(flag) && { format: 'filepath' }),
      ...(/token|databaseUrl/.test(key) && { isSecret: true }),
    })),
    transport: { type: 'stdio' },
  };
  return `${JSON.stringify(
    {
      $schema: SCHEMA,
      name: mcpName,
      title: 'Quartet',
      description: SUMMARY,
      version,
      websiteUrl: homepage,
      repository: { url: REPOSITORY, source: 'github' },
      packages: [
        { registryType: 'npm', identifier: PACKAGE, version, runtimeHint: 'npx', ...shared },
        { registryType: 'oci', identifier: `${IMAGE}:${version}`, runtimeHint: 'docker', ...shared },
      ],
    },
    undefined,
    2,
  )}\n`;
}

/** `llms.txt`: what there is to read, with a line on each page. */
export function llmsTxt(folder) {
  const names = readdirSync(join(folder, 'docs'), { recursive: true }).map((name) => name.replaceAll('\\', '/'));
  const pages = names.filter((name) => name.endsWith('.md')).sort();
  const skills = readdirSync('packaging/skills');
  const row = (path, title, text) => `- [${title}](${REPOSITORY}/blob/main/${path}): ${text}`;
  return `${[
    '# Quartet',
    '',
    `> ${manifest.description} Runs as \`npx -y ${PACKAGE} all\` on stdin and stdout, or as \`npx -y ${PACKAGE} serve\` over HTTP.`,
    '',
    '## Documentation',
    '',
    row('README.md', 'Start', 'What it is, the tools of each server, and how clients are connected'),
    ...pages.map((page) => row(`docs/${page}`, ...titleAndSummary(join(folder, 'docs', page)))),
    row('ARCHITECTURE.md', 'Architecture', 'How the program is made, and why'),
    '',
    '## Skills',
    '',
    ...skills.map((name) => {
      const { title, description } = frontMatter(`packaging/skills/${name}/SKILL.md`);
      return row(`packaging/skills/${name}/SKILL.md`, title, description);
    }),
  ].join('\n')}\n`;
}

/** Buttons for a page in a browser, which opens no other scheme than its own. */
export function badges(clients) {
  const target = { name: 'quartet', url: '', token: undefined, command: 'npx', args: ['-y', PACKAGE, 'all'] };
  const link = (id) => clients.find((client) => client.id === id).stdio(target).link;
  const query = (id) => link(id).slice(link(id).indexOf('?'));
  const vsCode = `https://vscode.dev/redirect?url=${encodeURIComponent(link('vs-code'))}`;
  return [
    badge(
      'Add to Cursor',
      'https://cursor.com/deeplink/mcp-install-dark.svg',
      `https://cursor.com/install-mcp${query('cursor')}`,
    ),
    badge('Install in VS Code', 'https://img.shields.io/badge/VS_Code-Install-0098FF', vsCode),
    badge(
      'Add to LM Studio',
      'https://files.lmstudio.ai/deeplink/mcp-install-light.svg',
      `https://lmstudio.ai/install-mcp${query('lm-studio')}`,
    ),
  ];
}

function badge(words, picture, link) {
  return `[![${words}](${picture})](${link.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}

function titleAndSummary(file) {
  const [heading, ...rest] = readFileSync(file, 'utf8').split('\n');
  const first = rest.find((line) => /^[A-Z*`]/.test(line)) ?? '';
  const plain = first.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*`]/g, '');
  return [heading.replace(/^#+\s*|`/g, ''), (/^.*?[.:](?=\s|$)/.exec(plain)?.[0] ?? plain).replace(/[.:]$/, '')];
}

export function frontMatter(file) {
  const [, fields = ''] = /^---\n([\s\S]*?)\n---\n/.exec(readFileSync(file, 'utf8')) ?? [];
  const read = Object.fromEntries(fields.split('\n').map((line) => line.split(/:\s+(.*)/, 2)));
  return { title: read.name, description: read.description };
}

function sentence(text) {
  return text[0].toUpperCase() + text.slice(1);
}
