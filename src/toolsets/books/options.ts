import type { ToolsetOption } from '../../kernel/toolset.ts';

/** What `quartet books` can be told; the names of the environment are those of the original. */
export const BOOKS_OPTIONS: readonly ToolsetOption[] = [
  {
    key: 'root',
    flag: '--root <folder>',
    env: ['QUARTET_BOOKS_ROOT', 'PANAVERSITY_STORAGE_ROOT'],
    description: 'folder that holds the library; one in your data folder unless told',
  },
  { key: 'dataHome', env: ['XDG_DATA_HOME', 'APPDATA'], description: 'where programs keep their data' },
  {
    key: 'agentId',
    flag: '--agent-id <name>',
    env: ['QUARTET_AGENT_ID'],
    description: "who writes, for the audit log; the client's name unless told",
  },
  {
    key: 'databaseUrl',
    flag: '--database-url <url>',
    env: ['PANAVERSITY_DATABASE_URL', 'DATABASE_URL'],
    description: 'journal as sqlite:FILE or postgresql://…; a file inside the library unless told',
  },
  {
    key: 'cdnBaseUrl',
    flag: '--cdn-base-url <url>',
    env: ['PANAVERSITY_CDN_BASE_URL'],
    description: 'where assets are served; file: addresses unless told',
  },
  {
    key: 'deleteScope',
    flag: '--delete-scope <scope>',
    env: ['QUARTET_DELETE_SCOPE'],
    description: 'what a token must allow to delete shared lessons over HTTP; fs:write unless told',
  },
];
