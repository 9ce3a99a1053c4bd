// The floor of an HTTP server: reads JSON-RPC, adds two numbers, answers. No protocol, no validation, no guards.
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    const { id, params } = JSON.parse(body);
    const sum = Number(params.arguments?.a) + Number(params.arguments?.b);
    const answer = JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: String(sum) }] } });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) });
    response.end(answer);
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
process.once('SIGTERM', () => process.exit(0));
