import { StdioClient } from '../../stdio-client.js';

const LIMIT = 100;

/** Starts the program for a folder; `search` gives the paths that it finds, in its order, of all pages. */
export async function startQuartet(program, folder) {
  const { PATH, HOME } = process.env;
  const client = await StdioClient.start(process.execPath, [program, 'spotlight', '--allow', folder], { PATH, HOME });
  const call = async (args) => {
    const result = await client.request('tools/call', { name: 'search', arguments: args });
    if (result.isError) throw new Error(`search of ${JSON.stringify(args)} failed: ${JSON.stringify(result.content)}`);
    return result.structuredContent;
  };
  return {
    async search(query) {
      const paths = [];
      let cursor;
      do {
        const page = await call({ query, scope: folder, limit: LIMIT, ...(cursor ? { cursor } : {}) });
        paths.push(...page.results.map(({ _path }) => _path));
        cursor = page.cursor;
      } while (cursor !== undefined);
      return paths.map((path) => path.slice(folder.length + 1));
    },
    stop: () => client.stop(),
  };
}
