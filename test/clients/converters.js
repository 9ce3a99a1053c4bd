// What others make of a tool's schemas before a model or a program sees them. Each throws where it would refuse.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { GoogleGenAI } from '@google/genai';
import { mcpToFunctionTool } from '@openai/agents-core';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { convertJsonSchemaToZod } from 'zod-from-json-schema';

/** Each takes a tool as listed, a call's arguments and a result's structure. */
export const CONVERTERS = {
  'OpenAI, strict': openAiStrict,
  Gemini: gemini,
  'ajv 2020-12': (...sample) => compiled(Ajv2020, ...sample),
  'ajv draft-07': (...sample) => compiled(Ajv, ...sample),
  'zod-from-json-schema': zod,
};

const TYPE_AND_WORDS = ['type', 'enum', 'anyOf', 'description', 'properties', 'required', 'items'];
const BOUNDS = ['pattern', 'minimum', 'maximum', 'minItems', 'maxItems'];

/** The Agents SDK falls back to a loose schema where it cannot make a strict one; the API refuses keywords that it does not know. */
function openAiStrict(tool) {
  const { strict, parameters } = mcpToFunctionTool(tool, { name: 'quartet', callTool: async () => [] }, true);
  if (!strict) throw new Error('no strict schema can be made of it');
  onlyKeywords(parameters, [...TYPE_AND_WORDS, ...BOUNDS, 'additionalProperties']);
  const { properties, required, additionalProperties } = parameters;
  if (additionalProperties !== false) throw new Error('a strict schema is closed');
  if (required.length !== Object.keys(properties).length) throw new Error('a strict schema requires every property');
}

/** The SDK converts what is sent as `parameters`; here the API is a server that only keeps what it was sent. */
async function gemini({ name, description, inputSchema }) {
  let body = '';
  const api = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (part) => (body += part));
    request.on('end', () => response.setHeader('content-type', 'application/json').end('{"candidates":[]}'));
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  const ai = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: `http://127.0.0.1:${api.address().port}` } });
  const tools = [{ functionDeclarations: [{ name, description, parameters: structuredClone(inputSchema) }] }];
  await ai.models.generateContent({ model: 'gemini', contents: 'x', config: { tools } }).finally(() => api.close());
  const [declaration] = JSON.parse(body).tools[0].functionDeclarations;
  onlyKeywords(declaration.parameters, [...TYPE_AND_WORDS, ...BOUNDS, 'nullable']);
  for (const schema of subschemas(declaration.parameters)) {
    if (schema.type === undefined && schema.anyOf === undefined) throw new Error('a schema has neither type nor anyOf');
    if (schema.type === 'ARRAY' && schema.items === undefined) throw new Error('an array has no items');
    if (schema.enum?.some((value) => typeof value !== 'string')) throw new Error('an enum holds more than texts');
  }
}

function compiled(Validator, { inputSchema, outputSchema }, args, structure) {
  const validator = new Validator({ strict: true, allowUnionTypes: true, unicodeRegExp: false });
  for (const [schema, value] of [
    [inputSchema, args],
    [outputSchema, structure],
  ]) {
    if (!validator.validate(schema, value)) throw new Error(validator.errorsText());
  }
}

function zod({ inputSchema, outputSchema }, args, structure) {
  convertJsonSchemaToZod(inputSchema).parse(args);
  convertJsonSchemaToZod(outputSchema).parse(structure);
}

function onlyKeywords(root, known) {
  for (const schema of subschemas(root)) {
    const unknown = Object.keys(schema).filter((keyword) => !known.includes(keyword));
    if (unknown.length > 0) throw new Error(`not supported: ${unknown.join(', ')}`);
  }
}

function subschemas(schema) {
  const below = [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? []), schema.items].filter(Boolean);
  return [schema, ...below.flatMap(subschemas)];
}
