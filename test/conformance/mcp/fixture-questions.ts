import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type createRequestStateCodec,
  type ElicitRequestFormParams,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { text } from './fixture-content.ts';

type Codec = ReturnType<typeof createRequestStateCodec<{ round: number }>>;

const form = (message: string, name: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] },
  });
const sample = (words: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens });

/** Tools that ask their client something: in the middle of a call in the handshake era, by asking back in the stateless one. */
export function addQuestions(server: McpServer, codec: Codec): void {
  addHandshakeQuestions(server);
  const add = (name: string, run: (context: ServerContext) => unknown) =>
    server.registerTool(name, { description: `Fixture ${name}` }, ((context: ServerContext) => run(context)) as never);
  const answers = ({ mcpReq }: ServerContext) => mcpReq.inputResponses;

  add('test_input_required_result_elicitation', (context) => {
    const given = acceptedContent(answers(context), 'user_name', z.object({ name: z.string() }));
    if (given) return text(`Hello, ${given.name}!`);
    return inputRequired({ inputRequests: { user_name: form('What is your name?', 'name') } });
  });
  add('test_input_required_result_sampling', (context) => {
    const given = answers(context)?.capital_question;
    if (given) return text(JSON.stringify(given));
    return inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?', 100) } });
  });
  add('test_input_required_result_list_roots', (context) => {
    const given = answers(context)?.client_roots;
    if (given) return text(JSON.stringify(given));
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
  for (const name of ['request_state', 'tampered_state']) {
    add(`test_input_required_result_${name}`, async (context) => {
      if (context.mcpReq.requestState() !== undefined) return text('state-ok');
      const requestState = await codec.mint({ round: 1 }, context);
      return inputRequired({ inputRequests: { confirm: form('Please confirm', 'ok') }, requestState });
    });
  }
  add('test_input_required_result_multiple_inputs', async (context) => {
    const given = answers(context) ?? {};
    if (given.user_name && given.greeting && given.client_roots) return text('All answered.');
    const inputRequests = {
      user_name: form('What is your name?', 'name'),
      greeting: sample('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    };
    return inputRequired({ inputRequests, requestState: await codec.mint({ round: 1 }, context) });
  });
  add('test_input_required_result_multi_round', async (context) => {
    const { round = 0 } = context.mcpReq.requestState<{ round: number }>() ?? {};
    if (round === 2) return text('Three rounds.');
    const question = round === 0 ? form('Step 1: your name?', 'name') : form('Step 2: your colour?', 'color');
    const requestState = await codec.mint({ round: round + 1 }, context);
    return inputRequired({ inputRequests: { [`step${round + 1}`]: question }, requestState });
  });
  add('test_input_required_result_capabilities', (context) => {
    const can = capabilitiesOf(context);
    const inputRequests = {
      ...(can.elicitation !== undefined && { name: form('What is your name?', 'name') }),
      ...(can.sampling !== undefined && { thought: sample('Think.', 10) }),
    };
    return Object.keys(inputRequests).length > 0 ? inputRequired({ inputRequests }) : text('Nothing to ask with.');
  });
  // The SDK itself refuses to ask a client for what it has not said it can do.
  add('test_missing_capability', () => inputRequired({ inputRequests: { thought: sample('Think.', 10) } }));
  add('test_streaming_elicitation', async (context) => {
    await context.mcpReq.notify({ method: 'notifications/progress', params: { progressToken: 'none', progress: 1 } });
    return inputRequired({ inputRequests: { name: form('What is your name?', 'name') } });
  });
}

function capabilitiesOf({ mcpReq }: ServerContext): Record<string, unknown> {
  const envelope: Record<string, unknown> = mcpReq.envelope ?? {};
  return (envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}) as Record<string, unknown>;
}

function addHandshakeQuestions(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'Asks the model of the client', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: prompt } }];
      // `send` ties the question to the call, so that it leaves on the call's own stream.
      const { content } = await mcpReq.send({ method: 'sampling/createMessage', params: { messages, maxTokens: 100 } });
      return text(`LLM response: ${JSON.stringify(content)}`);
    },
  );
  const ask = (name: string, message: string, properties: ElicitRequestFormParams['requestedSchema']['properties']) =>
    server.registerTool(name, { description: 'Asks the user', inputSchema: z.looseObject({}) }, async (_, context) => {
      const requestedSchema = { type: 'object' as const, properties };
      const params = { message, requestedSchema };
      const { action, content } = await context.mcpReq.send({ method: 'elicitation/create', params });
      return text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`);
    });
  ask('test_elicitation', 'Who are you?', { username: { type: 'string' }, email: { type: 'string' } });
  ask('test_elicitation_sep1034_defaults', 'Check these', {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  });
  const titled = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ const: `value${n + 1}`, title: `Choice ${n + 1}` }));
  ask('test_elicitation_sep1330_enums', 'Choose', {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: { type: 'string', oneOf: titled(3) },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['One', 'Two'] },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: { type: 'array', items: { anyOf: titled(3) } },
  });
}
