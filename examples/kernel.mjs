// An MCP server with a tool of its own, on stdin and stdout: node kernel.mjs
// Over HTTP: node kernel.mjs --http
import { defineTool, serveHttp, serveStdio, ToolFailure } from 'quartet-mcp/kernel';

const repeat = defineTool({
  name: 'repeat',
  description: 'Repeats a word.',
  input: {
    type: 'object',
    properties: {
      word: { type: 'string', description: 'What to repeat' },
      times: { type: 'integer', minimum: 1, description: 'How often (default: 2)' },
    },
    required: ['word'],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: ({ word, times = 2 }) => {
    if (times > 100) throw new ToolFailure('At most 100 times. Ask for fewer.');
    return Array(times).fill(word).join(' ');
  },
});
const server = { name: 'repeater', version: '1.0.0', tools: [repeat] };

if (process.argv.includes('--http')) {
  const { url, stop } = await serveHttp(server, { port: 0, tokens: 'me secret-of-at-least-32-characters tools:call' });
  console.log(url);
  process.once('SIGTERM', stop).once('SIGINT', stop);
} else {
  await serveStdio(server);
}
