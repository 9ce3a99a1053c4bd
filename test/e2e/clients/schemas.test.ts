import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exampleCalls } from '../../harness/example-calls.ts';
import { INITIALIZE, ServerProcess } from '../../harness/server-process.ts';
import { clientModule } from '../../harness/test-clients.ts';

interface Listed {
  readonly name: string;
  readonly inputSchema: { readonly properties: object; readonly required?: readonly string[] };
}
type Convert = (tool: Listed, args: object, structure: object) => void | Promise<void>;

const folder = mkdtempSync(join(tmpdir(), 'quartet-schemas-'));
const samples: [tool: Listed, args: object, structure: object][] = [];
let converters: Record<string, Convert>;

/** Every tool with a call of it, in which null stands for what is left out, and what the server answers. */
beforeAll(async () => {
  const files = join(folder, 'files');
  mkdirSync(files);
  writeFileSync(join(files, 'note.txt'), 'The needle is here.\n');
  converters = (await clientModule<{ CONVERTERS: Record<string, Convert> }>('converters.js')).CONVERTERS;
  const env = { XDG_DATA_HOME: folder, QUARTET_JUDGE_DB: join(folder, 'judge.db'), OJ_BASE_URL: '' };
  const server = new ServerProcess(['all', '--root', join(folder, 'library'), '--allow', files, '--extras'], env);
  const ask = async (id: number, method: string, params: object) => {
    server.write({ jsonrpc: '2.0', id, method, params });
    const answers = await server.answers(id + 1);
    return answers.find((answer) => answer.id === id)?.result;
  };
  await server.write(INITIALIZE).answers(1);
  const { tools } = (await ask(1, 'tools/list', {})) as { tools: Listed[] };
  for (const [at, [name, given]] of exampleCalls(files).entries()) {
    const tool = tools.find((one) => one.name === name) ?? expect.fail(`there is no ${name}`);
    const optional = Object.keys(tool.inputSchema.properties).filter(
      (key) => !tool.inputSchema.required?.includes(key),
    );
    const args = { ...Object.fromEntries(optional.map((key) => [key, null])), ...given };
    const result = await ask(at + 2, 'tools/call', { name, arguments: args });
    if (result.isError) throw new Error(`${name}: ${result.content[0].text}`);
    samples.push([tool, args, result.structuredContent]);
  }
  await server.end();
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(['OpenAI, strict', 'Gemini', 'ajv 2020-12', 'ajv draft-07', 'zod-from-json-schema'])(
  '%s takes all 34 tools, the call of each and its answer',
  async (name) => {
    const refused: string[] = [];
    for (const sample of samples) {
      try {
        await converters[name]?.(...sample);
      } catch (error) {
        refused.push(`${sample[0].name}: ${String(error)}`);
      }
    }
    expect(refused).toEqual([]);
    expect(new Set(samples.map(([tool]) => tool.name)).size).toBe(34);
    expect(converters[name]).toBeTypeOf('function');
  },
);
