import { StdioClient } from '../../stdio-client.js';

const LIMIT = 100;
const MOST_WARM_UPS = 10;

/**
 * Starts the program for a folder. `search` gives the paths that it finds, in its order, of all pages; `incomplete` counts the
 * answers that did not cover everything, which make a figure depend on how busy the machine is.
 */
export async function startQuartet(program, folder) {
  const { PATH, HOME } = process.env;
  const client = await StdioClient.start(process.execPath, [program, 'spotlight', '--allow', folder], { PATH, HOME });
  const call = async (args) => {
    const result = await client.request('tools/call', {
      name: 'search',
      arguments: { scope: folder, limit: LIMIT, ...args },
    });
    if (result.isError) throw new Error(`search of ${JSON.stringify(args)} failed: ${JSON.stringify(result.content)}`);
    return result.structuredContent;
  };
  // The first search reads every document: the order of results is measured here, not how long that takes.
  for (let turn = 0; turn < MOST_WARM_UPS; turn++) if ((await call({ query: 'zyxwvolt' })).complete) break;
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
