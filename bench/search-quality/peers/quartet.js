import { StdioClient } from '../../stdio-client.js';

const LIMIT = 100;
const MOST_WARM_UPS = 10;
// Each waits three seconds for vectors.
const MOST_WARM_UPS_BY_MEANING = 1000;

/**
 * Starts the program for a folder. `search` gives the paths that it finds, in its order, of all pages; `incomplete` counts the
 * answers that did not cover everything, which make a figure depend on how busy the machine is.
 */
export async function startQuartet(program, folder, { meaning = false, cache } = {}) {
  const { PATH, HOME } = process.env;
  const args = ['spotlight', '--allow', folder, ...(cache ? ['--cache', cache] : [])];
  const client = await StdioClient.start(process.execPath, [program, ...args], { PATH, HOME });
  const call = async (asked) => {
    const result = await client.request('tools/call', {
      name: 'search',
      arguments: { scope: folder, limit: LIMIT, ...(meaning && { meaning }), ...asked },
    });
    if (result.isError) throw new Error(`search of ${JSON.stringify(asked)} failed: ${JSON.stringify(result.content)}`);
    return result.structuredContent;
  };
  // The first search reads every document: the order of results is measured here, not how long that takes.
  const most = meaning ? MOST_WARM_UPS_BY_MEANING : MOST_WARM_UPS;
  for (let turn = 0; turn < most; turn++) {
    const { complete, note } = await call({ query: 'zyxwvolt' });
    if (complete) break;
    if (meaning && turn % 10 === 0) process.stderr.write(`search-quality: ${note}\n`);
  }
  const quartet = {
    incomplete: 0,
    async search(query) {
      const paths = [];
      let page;
      do {
        page = await call({ query, ...(page && { cursor: page.cursor }) });
        paths.push(...page.results.map(({ _path }) => _path.slice(folder.length + 1)));
      } while (page.cursor !== undefined);
      if (!page.complete) quartet.incomplete++;
      return paths;
    },
    stop: () => client.stop(),
  };
  return quartet;
}
