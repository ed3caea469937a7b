import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMcpTools, type McpDependencies, type ToolContext } from './mcp-tools.ts';

const agent = { id: 'a', settings: { knowledge: {}, tables: { lookup: false } } } as ToolContext['agent'];

/** Tools of an agent whose search never ends by itself. */
const createSlowTools = (searchTimeoutMs: number) => {
  const match = (_agent: object, { signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const deps = { knowledge: { hasAny: async () => true, match } } as unknown as McpDependencies;
  return createMcpTools(deps, { searchTimeoutMs });
};

test('a search that takes too long is an error of the tool that says so', async () => {
  const tools = createSlowTools(1);
  const { signal } = new AbortController();
  assert.deepEqual(await tools.call('search_knowledge', { query: 'returns' }, { agent, signal }), {
    content: [{ type: 'text', text: 'The search took too long. Try again later' }],
    isError: true,
  });
});

test('a search of a client that has left ends with the reason of the client', async () => {
  const tools = createSlowTools(600_000);
  const left = new AbortController();
  const called = tools.call('search_knowledge', { query: 'returns' }, { agent, signal: left.signal });
  setImmediate(() => left.abort());
  await assert.rejects(called, { name: 'AbortError' });
});
