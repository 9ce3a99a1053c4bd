/** What a client asks the user for: each setting by its name, with the variable that tells the server of it. */
const JUDGE = {
  judge_url: {
    env: 'OJ_BASE_URL',
    type: 'string',
    title: 'Address of a judge',
    description: 'Such as https://judge.example.com; left empty, Quartet’s own problems are used, without any network',
  },
  judge_token: {
    env: 'OJ_TOKEN',
    type: 'string',
    sensitive: true,
    title: 'Token for that judge',
    description: 'If it asks for one',
  },
};
const LIBRARY = {
  library: {
    env: 'QUARTET_BOOKS_ROOT',
    type: 'directory',
    title: 'Folder of the library',
    description: 'Where the books are; left empty, a folder among your data',
  },
};
const FOLDERS = {
  folders: {
    type: 'directory',
    multiple: true,
    title: 'Folders to search',
    description: 'Nothing else can be searched; left empty, your home folder, without hidden places and those for keys',
  },
};

/** The bundles: the command each one starts, its settings, and whether it needs a database; those that do come first. */
export const BUNDLES = {
  all: { title: 'Quartet', settings: { ...JUDGE, ...LIBRARY, ...FOLDERS }, database: true },
  oj: { title: 'Quartet: online judges', settings: JUDGE, database: true },
  books: { title: 'Quartet: Markdown books', settings: LIBRARY, database: true },
  cobol: { title: 'Quartet: exact money and dates', settings: {}, database: false },
  spotlight: { title: 'Quartet: file search', settings: FOLDERS, database: false },
};

/** The manifest of a bundle. */
export function manifestOf(id, tools, { version, description, author, license, homepage, repository, bugs, engines }) {
  const { title, settings } = BUNDLES[id];
  const inEnvironment = Object.entries(settings).filter(([, { env }]) => env !== undefined);
  const folders = Object.entries(settings).filter(([, { env }]) => env === undefined);
  const listed = tools.map((tool) => ({ name: tool.name, description: tool.description }));
  return {
    manifest_version: '0.3',
    name: id === 'all' ? 'quartet' : `quartet-${id}`,
    display_name: title,
    version,
    description: id === 'all' ? description : `${title.slice('Quartet: '.length)}, by Quartet`,
    author: { name: author },
    repository: { type: 'git', url: repository.url.replace(/^git\+|\.git$/g, '') },
    homepage,
    support: bugs.url,
    license,
    server: {
      type: 'node',
      entry_point: 'server/start.js',
      mcp_config: {
        command: 'node',
        args: ['${__dirname}/server/start.js', id, ...folders.map(([name]) => `\${user_config.${name}}`)],
        env: Object.fromEntries(inEnvironment.map(([name, { env }]) => [env, `\${user_config.${name}}`])),
      },
    },
    tools: listed,
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: engines.node } },
    user_config: Object.fromEntries(
      Object.entries(settings).map(([name, setting]) => [name, { ...setting, env: undefined, required: false }]),
    ),
  };
}
