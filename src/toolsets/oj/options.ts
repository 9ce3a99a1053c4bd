import type { ToolsetOption } from '../../kernel/toolset.ts';

/** What `quartet oj` can be told. The token has an environment twin so that it need not stand in the process list. */
export const OJ_OPTIONS: readonly ToolsetOption[] = [
  {
    key: 'baseUrl',
    flag: '--base-url <url>',
    env: ['OJ_BASE_URL'],
    description: 'origin of the judge: scheme, host and port only, such as https://judge.example.com',
    required: true,
    unless: 'embedded',
  },
  {
    key: 'embedded',
    flag: '--embedded',
    env: ['OJ_EMBEDDED'],
    description: 'use the judge inside of Quartet, which needs no network',
  },
  {
    key: 'token',
    flag: '--token <token>',
    env: ['OJ_TOKEN'],
    description: 'bearer token for the judge; a flag stands in the process list, a variable does not',
  },
  { key: 'httpProxy', env: ['http_proxy', 'HTTP_PROXY'], description: 'proxy for http judges' },
  { key: 'httpsProxy', env: ['https_proxy', 'HTTPS_PROXY'], description: 'proxy for https judges' },
  { key: 'noProxy', env: ['no_proxy', 'NO_PROXY'], description: 'hosts that need no proxy' },
];
