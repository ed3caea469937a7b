import { testApiKey } from '../../service/service.ts';
import { doublingSchema, wideSchema } from './expensive-documents.ts';
import type { WorstCall } from './measured-service.ts';

const call =
  (path: string) =>
  (body: unknown): WorstCall => ({ method: 'POST', path, body: JSON.stringify(body), token: testApiKey });

/** Deeper than `JSON.stringify` can write. */
const deepObject = `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`;
const deepCall = (path: string, body: object): WorstCall => ({
  ...call(path)(body),
  body: JSON.stringify(body).replace('"deep"', deepObject),
});

const chat = call('/openai/v1/chat/completions');
const responses = call('/openai/v1/responses');
const embeddings = call('/openai/v1/embeddings');
const mcp = call('/mcp');

const many = <Value>(count: number, make: (at: number) => Value): Value[] =>
  Array.from({ length: count }, (_, at) => make(at));

const ask = (content: unknown) => ({ role: 'user', content });
const question = ask('Hello');
/** Without white space: the worst text for a counter of tokens. And with as many words as possible. */
const texts = ['a'.repeat(900_000), 'a '.repeat(450_000), '漢'.repeat(300_000), 'é\u0301'.repeat(200_000)];
const arrayText = `[${many(300_000, () => '1').join()}]`;
const deepText = '['.repeat(400_000) + ']'.repeat(400_000);

const nested = (depth: number): object => {
  let schema: object = { type: 'object' };
  for (let at = 0; at < depth; at += 1) schema = { type: 'object', properties: { a: schema } };
  return schema;
};

const schemas = [wideSchema(900), doublingSchema(40), nested(500), { enum: many(4500, () => 1) }];
const functionOf = (at: number, parameters: object) => ({
  name: `tool_${at}`,
  description: 'x'.repeat(500),
  parameters,
});

const chatInputs = (): WorstCall[] => [
  ...texts.map((text) => chat({ messages: [ask(text)] })),
  chat({
    messages: [...many(9_999, (at) => ({ role: at % 2 ? 'assistant' : 'user', content: 'x' })), question],
  }),
  chat({ messages: [...many(9_999, () => ({ role: 'system', content: 'x' })), question] }),
  chat({ messages: many(10_000, () => question) }),
  chat({ messages: [ask(many(1000, () => ({ type: 'text', text: 'x'.repeat(900) })))] }),
  chat({
    messages: [
      ask(
        many(1000, () => ({
          type: 'image_url',
          image_url: { url: `http://127.0.0.1:1/${'a'.repeat(800)}` },
        })),
      ),
    ],
  }),
  chat({
    messages: many(900, (at) => [
      { role: 'assistant', tool_calls: [{ id: `c${at}`, function: { name: 'f', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: `c${at}`, content: 'x' },
    ]).flat(),
    tools: [{ type: 'function', function: functionOf(0, {}) }],
  }),
  ...[arrayText, deepText].map((text) =>
    chat({
      messages: [
        question,
        { role: 'assistant', tool_calls: [{ id: 'c', function: { name: 'f', arguments: text } }] },
        { role: 'tool', tool_call_id: 'c', content: text.slice(0, 200_000) },
      ],
    }),
  ),
  ...schemas.map((schema, index) =>
    chat({
      messages: [question],
      tools: many(index === 0 ? 10 : 64, (at) => ({ type: 'function', function: functionOf(at, schema) })),
    }),
  ),
  deepCall('/openai/v1/chat/completions', {
    messages: [question],
    tools: [{ type: 'function', function: { name: 'f', parameters: 'deep' } }],
  }),
  chat({ messages: [question], functions: many(400_000, () => 1) }),
  chat({ messages: [question], metadata: Object.fromEntries(many(50_000, (at) => [`key_${at}`, 'x'])) }),
];

const responseInputs = (): WorstCall[] => [
  ...texts.map((input) => responses({ input })),
  ...texts.map((instructions) => responses({ input: 'Hello', instructions })),
  responses({ input: [...many(9_999, () => ({ role: 'assistant', content: 'x' })), question] }),
  responses({
    input: many(5_000, (at) => ({
      type: 'function_call',
      call_id: `c${at}`,
      name: 'f',
      arguments: '{}',
    })).concat(
      many(5_000, (at) => ({ type: 'function_call_output', call_id: `c${at}`, output: 'x' }) as never),
    ),
  }),
  responses({ input: many(10_000, (at) => ({ type: 'item_reference', id: `msg_${at}` })) }),
  responses({
    input: many(10_000, () => ({ type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' })),
  }),
  responses({ input: [{ type: 'function_call', call_id: 'c', name: 'f', arguments: deepText }, question] }),
  ...schemas.map((schema, index) =>
    responses({
      input: 'Hello',
      tools: many(index === 0 ? 10 : 64, (at) => ({ type: 'function', ...functionOf(at, schema) })),
    }),
  ),
];

const embeddingInputs = (): WorstCall[] => [
  embeddings({ input: many(128, () => 'a'.repeat(8000)) }),
  embeddings({ input: many(8, () => 'a '.repeat(4000)), encoding_format: 'base64' }),
  embeddings({ input: many(8, () => '漢'.repeat(8000)) }),
  embeddings({ input: many(1_000_000, () => '') }),
];

const tool = (name: string, input: unknown) =>
  mcp({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } });

const mcpInputs = (): WorstCall[] => [
  ...texts.map((text) => tool('ask_agent', { question: text.slice(0, 100_000) })),
  ...['a'.repeat(8000), 'a '.repeat(4000), '"'.repeat(8000), '漢'.repeat(8000), 'a OR '.repeat(1600)].map(
    (query) => tool('search_knowledge', { query, limit: 50 }),
  ),
  tool('query_table', { table: 'orders', keyword: '%_'.repeat(500), limit: 100 }),
  tool('query_table', { table: 'orders', filter: Object.fromEntries(many(60_000, (at) => [`f${at}`, 'x'])) }),
  tool('query_table', { table: 'orders', filter: { f0: many(200_000, () => 1) } }),
  mcp(many(100_000, (at) => ({ jsonrpc: '2.0', id: at, method: 'ping' }))),
  mcp({ jsonrpc: '2.0', id: 'x'.repeat(900_000), method: 'y'.repeat(10) }),
  mcp({
    jsonrpc: '2.0',
    id: 1,
    method: 'resources/read',
    params: { uri: `frontdesk://${'a/'.repeat(400_000)}` },
  }),
  mcp({ jsonrpc: '2.0', id: 1, method: 'resources/list', params: { cursor: 'a'.repeat(900_000) } }),
  deepCall('/mcp', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'ask_agent', arguments: 'deep' },
  }),
];

/** The most expensive inputs of the OpenAI-compatible API and of the MCP server, which the document does not describe. */
export const protocolInputs = (): WorstCall[] => [
  ...chatInputs(),
  ...responseInputs(),
  ...embeddingInputs(),
  ...mcpInputs(),
];
