// The floor: what a Node process costs that answers JSON-RPC lines with no protocol, no validation and no tools.
import { createInterface } from 'node:readline';

const initialized = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'bare-loop', version: '0' },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result =
    method === 'initialize'
      ? initialized
      : { content: [{ type: 'text', text: String(params.arguments.a + params.arguments.b) }] };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});
